export function CouponArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <g transform="rotate(-8 100 100)">
        <path
          d="M30 54h140a10 10 0 0 1 10 10v20a16 16 0 0 0 0 32v20a10 10 0 0 1-10 10H30a10 10 0 0 1-10-10v-20a16 16 0 0 0 0-32V64a10 10 0 0 1 10-10z"
          fill="#15945e"
        />
        <path d="M128 54v92" stroke="#b9f0d4" strokeWidth="4" strokeDasharray="2 10" strokeLinecap="round" />
        <g fill="none" stroke="#b9f0d4">
          <circle cx="76" cy="100" r="11" strokeWidth="6" />
          <circle cx="76" cy="100" r="24" strokeWidth="4" strokeDasharray="1 8" strokeLinecap="round" />
        </g>
        <rect x="142" y="84" width="20" height="7" rx="3.5" fill="#b9f0d4" />
        <rect x="142" y="98" width="20" height="7" rx="3.5" fill="#b9f0d4" />
        <rect x="142" y="112" width="12" height="7" rx="3.5" fill="#b9f0d4" />
      </g>
    </svg>
  );
}
