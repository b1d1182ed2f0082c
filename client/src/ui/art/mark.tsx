/** The product's mark: a ring that opens to the upper right, and the bead that leaves it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true">
      <path
        d="M38.94 22.69A15 15 0 1 1 25.31 9.06"
        fill="none"
        stroke="currentColor"
        strokeWidth="8.5"
        strokeLinecap="butt"
      />
      <circle cx="37.6" cy="10.4" r="5.2" fill="var(--bead,#ffb01f)" />
    </svg>
  );
}
