/** The open ring of every empty state. */
export function EmptyRing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <circle cx="100" cy="100" r="66" fill="none" stroke="var(--c-line)" strokeWidth="22" />
      <g fill="none" stroke="var(--c-ctl)" strokeWidth="4" strokeLinecap="round" opacity=".7">
        <circle cx="100" cy="100" r="66" strokeDasharray="1 13" />
      </g>
      <circle cx="156" cy="44" r="13" fill="#ffb01f" />
    </svg>
  );
}
