/** A stack of coins, for cash. */
export function CoinsArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="100" cy="164" rx="82" ry="9" fill="#0f1530" opacity=".12" />
      <path d="M98 138v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="138" rx="34" ry="13" fill="#ffb01f" />
      <path d="M98 125v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="125" rx="34" ry="13" fill="#ffb01f" />
      <path d="M98 112v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="112" rx="34" ry="13" fill="#ffb01f" />
      <path d="M98 99v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="99" rx="34" ry="13" fill="#ffb01f" />
      <path d="M98 86v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="86" rx="34" ry="13" fill="#ffb01f" />
      <path d="M98 73v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="132" cy="73" rx="34" ry="13" fill="#ffb01f" />
      <ellipse cx="132" cy="73" rx="25" ry="9" fill="#ffcf70" stroke="#dd8f05" strokeWidth="1.6" />
      <path d="M140 72a9 3.6 0 1 1 -6 -2.6" fill="none" stroke="#8a4b00" strokeWidth="3.4" />
      <path d="M28 146v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="62" cy="146" rx="34" ry="13" fill="#ffb01f" />
      <path d="M28 133v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="62" cy="133" rx="34" ry="13" fill="#ffb01f" />
      <path d="M28 120v9a34 13 0 0 0 68 0v-9z" fill="#a86200" />
      <ellipse cx="62" cy="120" rx="34" ry="13" fill="#ffb01f" />
      <ellipse cx="62" cy="120" rx="25" ry="9" fill="#ffcf70" stroke="#dd8f05" strokeWidth="1.6" />
      <path d="M70 119a9 3.6 0 1 1 -6 -2.6" fill="none" stroke="#8a4b00" strokeWidth="3.4" />
      <path d="M74.76 156.0v7.74a29.24 11.18 0 0 0 58.48 0v-7.74z" fill="#a86200" />
      <ellipse cx="104" cy="156.0" rx="29.24" ry="11.18" fill="#ffb01f" />
      <path d="M74.76 144.82v7.74a29.24 11.18 0 0 0 58.48 0v-7.74z" fill="#a86200" />
      <ellipse cx="104" cy="144.82" rx="29.24" ry="11.18" fill="#ffb01f" />
      <ellipse cx="104" cy="144.82" rx="21.5" ry="7.74" fill="#ffcf70" stroke="#dd8f05" strokeWidth="1.6" />
      <path
        d="M110.88 143.95999999999998a7.74 3.096 0 1 1 -5.16 -2.236"
        fill="none"
        stroke="#8a4b00"
        strokeWidth="2.924"
      />
    </svg>
  );
}
