/** A petrol generator, for power supplies. */
export function GeneratorArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="166" rx="84" ry="8" fill="#0f1530" opacity=".14" />
      <rect x="24" y="48" width="152" height="112" rx="18" fill="none" stroke="#0f1530" strokeWidth="9" />
      <rect x="44" y="34" width="112" height="48" rx="18" fill="#e4452b" />
      <path d="M44 62h112v4a16 16 0 0 1-16 16H60a16 16 0 0 1-16-16z" fill="#b92a12" />
      <rect x="86" y="26" width="26" height="12" rx="6" fill="#0f1530" />
      <rect x="38" y="88" width="64" height="62" rx="10" fill="#2a45d6" />
      <circle cx="70" cy="112" r="9" fill="#dde3ff" />
      <circle cx="67" cy="111" r="1.8" fill="#0f1530" />
      <circle cx="73" cy="111" r="1.8" fill="#0f1530" />
      <rect x="50" y="130" width="40" height="8" rx="4" fill="#8ea2ff" />
      <circle cx="136" cy="118" r="30" fill="#474c66" />
      <circle cx="136" cy="118" r="19" fill="none" stroke="#c9d2ff" strokeWidth="5" strokeDasharray="4 6" />
      <circle cx="136" cy="118" r="7" fill="#f6f4ee" />
      <rect x="40" y="156" width="22" height="12" rx="4" fill="#0f1530" />
      <rect x="138" y="156" width="22" height="12" rx="4" fill="#0f1530" />
    </svg>
  );
}
