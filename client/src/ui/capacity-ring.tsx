const radius = 45.5;
const around = 2 * Math.PI * radius;

/** A ring that fills with the taken places, with the numbers inside. */
export function CapacityRing({ taken, capacity }: { taken: number; capacity: number }) {
  const share = capacity > 0 ? Math.min(1, taken / capacity) : 0;
  return (
    <span className="relative block size-15.5 shrink-0">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-full">
        <circle cx="60" cy="60" r={radius} fill="none" stroke="var(--c-sunken)" strokeWidth="13" />
        {share > 0 ? (
          <circle
            cx="60"
            cy="60"
            r={radius}
            fill="none"
            stroke="var(--c-brand)"
            strokeWidth="13"
            strokeLinecap="round"
            strokeDasharray={`${share * around} ${around}`}
            transform="rotate(-90 60 60)"
          />
        ) : null}
      </svg>
      <span className="absolute inset-0 grid place-content-center text-center text-xs leading-none font-bold tracking-tight">
        {taken} <span className="text-[0.6875rem] font-semibold text-ink-3">of {capacity}</span>
      </span>
    </span>
  );
}
