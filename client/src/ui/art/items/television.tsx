/** A television. */
export function TelevisionArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="164" rx="70" ry="7" fill="#0f1530" opacity=".14" />
      <rect x="12" y="36" width="176" height="108" rx="12" fill="#0f1530" />
      <rect x="19" y="43" width="162" height="94" rx="7" fill="#2a45d6" />
      <circle cx="100" cy="102" r="30" fill="#ff8468" />
      <path d="M19 112q40-22 84 0t78-2v20a7 7 0 0 1-7 7H26a7 7 0 0 1-7-7z" fill="#0f1b5e" />
      <path d="M66 160l8-16h52l8 16z" fill="#474c66" />
    </svg>
  );
}
