import { Arc } from './arc.tsx';

/** A ring that fills with the taken places, with the numbers inside. */
export function CapacityRing({ taken, capacity }: { taken: number; capacity: number }) {
  const share = capacity > 0 ? Math.min(1, taken / capacity) : 0;
  return (
    <span className="relative block size-15.5 shrink-0">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-full">
        <Arc box={120} radius={45.5} width={13} stroke="var(--c-sunken)" />
        {share > 0 ? <Arc box={120} radius={45.5} width={13} stroke="var(--c-brand)" share={share} /> : null}
      </svg>
      <span className="absolute inset-0 grid place-content-center text-center text-xs leading-none font-bold tracking-tight">
        {taken} <span className="text-[0.6875rem] font-semibold text-ink-3">of {capacity}</span>
      </span>
    </span>
  );
}
