/** Of the coin's edge, one every 7.5 degrees. */
const notches = Array.from({ length: 48 }, (_, nth) => nth * 7.5);

/** The coin in a fila cap: tap target, hero and sign-in art. One per screen, never in errors about money. */
export function CoinCharacter({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 300" className={className} aria-hidden="true">
      <ellipse cx="140" cy="288" rx="86" ry="9" fill="#060b26" opacity=".45" />
      <circle cx="140" cy="182" r="112" fill="#8a4f00" />
      <circle cx="140" cy="173" r="112" fill="#ffb01f" />
      <g stroke="#c77d00" strokeWidth="3" strokeLinecap="round">
        {notches.map((degrees) => (
          <path key={degrees} d="M140 62v9" transform={`rotate(${degrees} 140 173)`} />
        ))}
      </g>
      <circle cx="140" cy="173" r="94" fill="#ffcf70" stroke="#dd8f05" strokeWidth="4" />
      <path d="M59 218a94 94 0 0 0 162 0 94 94 0 0 1-162 0z" fill="#ffb01f" opacity=".55" />
      <path d="M60 150a86 86 0 0 1 6-18" fill="none" stroke="#fff3d9" strokeWidth="8" strokeLinecap="round" />
      <g fill="#2a1700">
        <rect x="103" y="146" width="22" height="40" rx="11" />
        <rect x="163" y="146" width="22" height="40" rx="11" />
      </g>
      <circle cx="117" cy="156" r="5.5" fill="#fff" />
      <circle cx="177" cy="156" r="5.5" fill="#fff" />
      <path
        d="M101 205a45 45 0 0 0 74 12"
        fill="none"
        stroke="#2a1700"
        strokeWidth="13"
        strokeLinecap="round"
      />
      <circle cx="193" cy="204" r="9" fill="#d42b10" />
      <path
        d="M50 100C58 36 116 6 176 12c36 4 64 20 66 36 1 8-10 15-24 20l8 36Q138 66 50 100z"
        fill="#f6f4ee"
      />
      <path d="M226 104l-8-36c14-5 25-12 24-20 8 18-2 42-16 56z" fill="#c9c6e4" />
      <path d="M50 100Q138 64 226 104l3 15Q138 82 48 116z" fill="#d42b10" />
      <path d="M50 100Q138 64 226 104" fill="none" stroke="#fff" strokeOpacity=".35" strokeWidth="2" />
      <g fill="none" stroke="#2439b0">
        <circle cx="150" cy="45" r="8" strokeWidth="4.5" />
        <circle cx="150" cy="45" r="17.5" strokeWidth="3" strokeDasharray="1 6.2" strokeLinecap="round" />
        <circle cx="103" cy="58" r="6" strokeWidth="3.4" />
        <circle cx="196" cy="56" r="6" strokeWidth="3.4" />
        <circle cx="77" cy="79" r="4" strokeWidth="2.6" />
        <circle cx="122" cy="33" r="3.4" strokeWidth="2.2" />
        <circle cx="184" cy="30" r="3.4" strokeWidth="2.2" />
        <circle cx="216" cy="42" r="3.4" strokeWidth="2.2" />
      </g>
    </svg>
  );
}
