/** The coin, left of an amount. Never beside naira. */
export function Coin({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <circle cx="20" cy="21.6" r="18" fill="#a86200" />
      <circle cx="20" cy="18.6" r="18" fill="#ffb01f" />
      <circle cx="20" cy="18.6" r="14.2" fill="#ffcf70" stroke="#dd8f05" strokeWidth="1.3" />
      <g transform="translate(20 18.6) scale(.44) translate(-24 -24)">
        <path d="M38.94 22.69A15 15 0 1 1 25.31 9.06" fill="none" stroke="#8a4b00" strokeWidth="9.5" />
        <circle cx="38" cy="10" r="6" fill="#8a4b00" />
      </g>
    </svg>
  );
}

/** The coin reversed, for gold buttons. */
export function CoinOnGold({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <circle cx="20" cy="20" r="18" fill="#2a1700" />
      <g transform="translate(20 20) scale(.5) translate(-24 -24)">
        <path d="M38.94 22.69A15 15 0 1 1 25.31 9.06" fill="none" stroke="#ffb01f" strokeWidth="9" />
        <circle cx="38" cy="10" r="6" fill="#ffb01f" />
      </g>
    </svg>
  );
}
