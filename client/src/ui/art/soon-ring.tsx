/** The almost closed ring, for parts that open soon. */
export function SoonRing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 240" className={className} aria-hidden="true">
      <circle
        cx="120"
        cy="120"
        r="112"
        fill="none"
        stroke="var(--c-line)"
        strokeWidth="2"
        strokeDasharray="1 13"
        strokeLinecap="round"
      />
      <circle cx="120" cy="120" r="82" fill="none" stroke="var(--c-line)" strokeWidth="24" />
      <circle
        cx="120"
        cy="120"
        r="82"
        fill="none"
        stroke="var(--c-brand)"
        strokeWidth="24"
        strokeLinecap="round"
        strokeDasharray="386 516"
        transform="rotate(-45 120 120)"
      />
      <circle
        cx="120"
        cy="120"
        r="82"
        fill="none"
        stroke="var(--c-canvas)"
        strokeWidth="3"
        strokeDasharray="1 15"
        strokeLinecap="round"
        opacity=".55"
      />
      <circle
        cx="120"
        cy="120"
        r="46"
        fill="none"
        stroke="var(--c-ctl)"
        strokeWidth="4"
        strokeDasharray="1 12"
        strokeLinecap="round"
        opacity=".7"
      />
      <circle cx="120" cy="120" r="24" fill="none" stroke="var(--c-line)" strokeWidth="8" />
      <circle cx="178" cy="62" r="15" fill="#ffb01f" />
      <circle cx="178" cy="62" r="15" fill="none" stroke="#a86200" strokeWidth="2" />
    </svg>
  );
}
