/** A rice cooker, for kitchen items. */
export function CookerArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="168" rx="76" ry="8" fill="#0f1530" opacity=".14" />
      <rect x="84" y="24" width="32" height="20" rx="9" fill="#0f1530" />
      <path d="M34 86a66 50 0 0 1 132 0z" fill="#ff8468" />
      <path d="M100 36a66 50 0 0 1 66 50h-66z" fill="#e4452b" />
      <rect x="14" y="98" width="30" height="18" rx="9" fill="#0f1530" />
      <rect x="156" y="98" width="30" height="18" rx="9" fill="#0f1530" />
      <path d="M28 92h144v38a34 34 0 0 1-34 34H62a34 34 0 0 1-34-34z" fill="#2a45d6" />
      <path d="M100 92h72v38a34 34 0 0 1-34 34h-38z" fill="#2438a6" />
      <rect x="22" y="82" width="156" height="16" rx="8" fill="#dde3ff" />
      <rect x="66" y="112" width="68" height="38" rx="12" fill="#0f1b5e" />
      <rect x="78" y="122" width="30" height="6" rx="3" fill="#8ea2ff" />
      <rect x="78" y="134" width="20" height="6" rx="3" fill="#8ea2ff" />
      <circle cx="120" cy="131" r="7" fill="#ffb01f" />
    </svg>
  );
}
