/** The back of a playing card: adire rings. */
export function CardBack({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden="true">
      <g fill="none" stroke="#c9d2ff" strokeLinecap="round">
        <circle cx="50" cy="50" r="8" strokeWidth="4" />
        <circle cx="50" cy="50" r="16" strokeWidth="3" strokeDasharray="1 6" />
        <circle cx="50" cy="50" r="24" strokeWidth="1.4" opacity=".8" />
        <circle cx="50" cy="50" r="32" strokeWidth="4" strokeDasharray="1 9" opacity=".7" />
        <circle cx="50" cy="50" r="41" strokeWidth="1.6" strokeDasharray="5 5" opacity=".6" />
      </g>
    </svg>
  );
}
