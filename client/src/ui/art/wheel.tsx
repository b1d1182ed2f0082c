export interface WheelSegment {
  coins: number;
  fill: string;
  text: string;
}

const lamps = Array.from({ length: 24 }, (_, at) => at * 15);
const radius = 138;
/** The point where a segment's right edge meets the rim, 30 degrees from the top. */
const edge = { x: 160 + radius * Math.sin(Math.PI / 6), y: 160 - radius * Math.cos(Math.PI / 6) };

/** The turning part of the wheel; the first of the six segments is at the top. */
export function WheelDisc({
  segments,
  className,
}: {
  segments: readonly WheelSegment[];
  className?: string;
}) {
  return (
    <svg viewBox="0 0 320 320" className={className} aria-hidden="true">
      <circle cx="160" cy="160" r="158" fill="#0a0f2e" />
      <circle cx="160" cy="160" r="151" fill="none" stroke="#3d50bd" strokeWidth="2" />
      {lamps.map((angle) => (
        <circle
          key={angle}
          cx="160"
          cy="10.5"
          r={angle % 30 === 0 ? 4.6 : 3.6}
          fill={angle % 30 === 0 ? '#ffb01f' : '#c9d2ff'}
          transform={`rotate(${angle} 160 160)`}
        />
      ))}
      {segments.map(({ coins, fill, text }, at) => (
        <g key={coins} transform={`rotate(${at * 60} 160 160)`} fill={text} className="font-display">
          <path
            d={`M160 160L${320 - edge.x} ${edge.y}A${radius} ${radius} 0 0 1 ${edge.x} ${edge.y}Z`}
            fill={fill}
          />
          <path d={`M160 160L${320 - edge.x} ${edge.y}`} stroke="#0a0f2e" strokeWidth="3" />
          <text x="160" y="82" textAnchor="middle" fontWeight="700" fontSize="48" letterSpacing="-1.5">
            {coins}
          </text>
          <text x="160" y="104" textAnchor="middle" fontWeight="600" fontSize="14">
            coins
          </text>
        </g>
      ))}
      {/* The first segment covers half of its left edge's line; drawn again above it. */}
      <path d={`M160 160L${320 - edge.x} ${edge.y}`} stroke="#0a0f2e" strokeWidth="3" />
    </svg>
  );
}

/** Points down at the result. */
export function WheelPointer({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 52" className={className} aria-hidden="true">
      <path
        d="M20 49 4.6 13.5A6 6 0 0 1 10 5h20a6 6 0 0 1 5.4 8.5z"
        fill="#f6f4ee"
        stroke="#0a0f2e"
        strokeWidth="4"
        strokeLinejoin="round"
      />
    </svg>
  );
}
