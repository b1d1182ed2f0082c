export function PhoneArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <g transform="rotate(9 100 100)">
        <rect x="86" y="26" width="80" height="150" rx="19" fill="#8ea2ff" />
        <rect x="94" y="34" width="40" height="42" rx="13" fill="#5d75e8" />
        <circle cx="106" cy="47" r="8" fill="#0f1530" />
        <circle cx="122" cy="47" r="8" fill="#0f1530" />
        <circle cx="114" cy="63" r="8" fill="#0f1530" />
      </g>
      <g transform="rotate(-7 100 100)">
        <rect x="34" y="20" width="86" height="160" rx="20" fill="#0f1530" />
        <rect x="40" y="26" width="74" height="148" rx="15" fill="#2a45d6" />
        <path d="M40 122q34-34 74-16v53a15 15 0 0 1-15 15H55a15 15 0 0 1-15-15z" fill="#4a64f0" />
        <g fill="none" stroke="#c9d2ff">
          <circle cx="77" cy="92" r="12" strokeWidth="5" />
          <circle cx="77" cy="92" r="24" strokeWidth="3" strokeDasharray="2 6" strokeLinecap="round" />
        </g>
        <rect x="63" y="33" width="28" height="8" rx="4" fill="#0f1530" />
        <rect x="58" y="163" width="38" height="4" rx="2" fill="#fff" opacity=".8" />
      </g>
    </svg>
  );
}
