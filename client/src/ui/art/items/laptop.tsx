/** A laptop computer. */
export function LaptopArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="162" rx="84" ry="6" fill="#0f1530" opacity=".14" />
      <rect x="36" y="42" width="128" height="92" rx="10" fill="#0f1530" />
      <rect x="43" y="49" width="114" height="78" rx="5" fill="#2a45d6" />
      <path d="M43 104q30-20 60-2t54-8v28a5 5 0 0 1-5 5H48a5 5 0 0 1-5-5z" fill="#0f1b5e" />
      <circle cx="128" cy="72" r="11" fill="#ffb01f" />
      <path d="M18 138h164l-6 14a10 10 0 0 1-9 6H33a10 10 0 0 1-9-6z" fill="#8ea2ff" />
      <path d="M82 138h36v5a5 5 0 0 1-5 5H87a5 5 0 0 1-5-5z" fill="#5d75e8" />
    </svg>
  );
}
