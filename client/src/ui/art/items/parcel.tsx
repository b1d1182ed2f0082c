/** A parcel with a ribbon, for items without a matching drawing. */
export function ParcelArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="168" rx="74" ry="8" fill="#0f1530" opacity=".14" />
      <path d="M100 58C78 22 42 30 52 52c5 10 28 10 48 6z" fill="#e4452b" />
      <path d="M100 58c22-36 58-28 48-6-5 10-28 10-48 6z" fill="#b92a12" />
      <rect x="36" y="86" width="128" height="80" rx="12" fill="#2a45d6" />
      <path d="M100 86h64v68a12 12 0 0 1-12 12h-52z" fill="#2438a6" />
      <rect x="26" y="56" width="148" height="36" rx="10" fill="#4a63ea" />
      <rect x="86" y="56" width="28" height="110" fill="#ffb01f" />
      <rect x="86" y="56" width="28" height="36" fill="#ffcf70" />
      <circle cx="100" cy="58" r="11" fill="#ff8468" />
    </svg>
  );
}
