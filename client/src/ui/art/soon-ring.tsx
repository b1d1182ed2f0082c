/** The almost closed ring, for parts that open soon. */
export function SoonRing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 240" className={className} aria-hidden="true">
      <g fill="none" stroke="var(--c-line)" strokeLinecap="round">
        <circle cx="120" cy="120" r="112" strokeWidth="2" strokeDasharray="1 13" />
        <circle cx="120" cy="120" r="82" strokeWidth="24" />
        <g stroke="var(--c-brand)" strokeWidth="24" transform="rotate(-45 120 120)">
          <circle cx="120" cy="120" r="82" strokeDasharray="386 516" />
        </g>
        <g stroke="var(--c-canvas)" strokeWidth="3" opacity=".55">
          <circle cx="120" cy="120" r="82" strokeDasharray="1 15" />
        </g>
        <g stroke="var(--c-ctl)" strokeWidth="4" opacity=".7">
          <circle cx="120" cy="120" r="46" strokeDasharray="1 12" />
        </g>
        <circle cx="120" cy="120" r="24" strokeWidth="8" />
      </g>
      <circle cx="178" cy="62" r="15" fill="#ffb01f" stroke="#a86200" strokeWidth="2" />
    </svg>
  );
}
