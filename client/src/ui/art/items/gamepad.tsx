export function GamepadArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="158" rx="76" ry="7" fill="#0f1530" opacity=".14" />
      <path
        d="M58 56h84c30 0 46 34 50 74 2 22-22 28-34 10l-12-18H54l-12 18c-12 18-36 12-34-10 4-40 20-74 50-74z"
        fill="#f6f4ee"
        stroke="#d6daf5"
        strokeWidth="3"
      />
      <circle cx="62" cy="90" r="17" fill="#16277f" />
      <circle cx="62" cy="90" r="7" fill="#8ea2ff" />
      <circle cx="146" cy="76" r="7" fill="#e4452b" />
      <circle cx="146" cy="104" r="7" fill="#2a45d6" />
      <circle cx="132" cy="90" r="7" fill="#15945e" />
      <circle cx="160" cy="90" r="7" fill="#ffb01f" />
      <path d="M90 72h20" stroke="#0f1530" strokeWidth="6" strokeLinecap="round" />
    </svg>
  );
}
