/** A red car. */
export function CarArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="152" rx="88" ry="8" fill="#0f1530" opacity=".14" />
      <path
        d="M12 132c0-20 10-27 32-31l12-3c16-24 30-36 58-36h6c26 0 40 12 54 34l6 2c9 3 12 12 12 22v16a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8z"
        fill="#e4452b"
      />
      <path d="M12 126h180v10a8 8 0 0 1-8 8H20a8 8 0 0 1-8-8z" fill="#b92a12" />
      <path d="M70 98c10-15 21-24 38-24h2v24zM118 74h4c16 0 27 9 36 24h-40z" fill="#dde3ff" />
      <path d="M84 98 98 76l8-2-16 24z" fill="#fff" />
      <rect x="122" y="106" width="16" height="4" rx="2" fill="#fff" opacity=".7" />
      <path d="M178 110h12q2 5 2 10h-12z" fill="#ffe9c4" />
      <path d="M12 118h12v8H12z" fill="#ffe9c4" />
      <g>
        <circle cx="54" cy="142" r="21" fill="#0f1530" />
        <circle cx="54" cy="142" r="10" fill="none" stroke="#c9d2ff" strokeWidth="4" />
        <circle cx="152" cy="142" r="21" fill="#0f1530" />
        <circle cx="152" cy="142" r="10" fill="none" stroke="#c9d2ff" strokeWidth="4" />
      </g>
    </svg>
  );
}
