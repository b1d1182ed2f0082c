/** A portable speaker. */
export function SpeakerArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="172" rx="62" ry="7" fill="#0f1530" opacity=".14" />
      <path d="M72 40V28a28 14 0 0 1 56 0v12" fill="none" stroke="#474c66" strokeWidth="9" />
      <rect x="46" y="34" width="108" height="136" rx="24" fill="#0f1530" />
      <rect x="54" y="42" width="92" height="120" rx="18" fill="#2a45d6" />
      <circle cx="100" cy="114" r="37" fill="#0f1b5e" />
      <circle cx="100" cy="114" r="26" fill="none" stroke="#8ea2ff" strokeWidth="4" strokeDasharray="2 7" />
      <circle cx="100" cy="114" r="12" fill="#ff8468" />
      <circle cx="100" cy="62" r="11" fill="#0f1b5e" />
      <circle cx="100" cy="62" r="5" fill="#ffb01f" />
    </svg>
  );
}
