interface SparklineProps {
  /** Up to 24 values, oldest first. */
  points: readonly number[];
  /** The value of a dashed reference line. */
  goal?: number | undefined;
  isAlert?: boolean;
  className?: string;
}

const width = 180;
const height = 30;
const margin = 3;

/** The latest values as a line. Decorative: value and trend are displayed as text beside it. */
export function Sparkline({ points, goal, isAlert, className }: SparklineProps) {
  if (points.length < 2) return null;
  const all = goal === undefined ? points : [...points, goal];
  const least = Math.min(...all);
  const range = Math.max(...all) - least || 1;
  const yOf = (value: number) => height - margin - ((value - least) / range) * (height - 2 * margin);
  const xOf = (at: number) => 2 + (at * (width - 6)) / (points.length - 1);
  const line = points.map((value, at) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`).join(' ');
  const colour = isAlert ? 'var(--c-warn)' : 'var(--c-brand)';
  const last = points.at(-1) ?? 0;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true">
      <polygon points={`2,${height} ${line} ${width - 4},${height}`} fill={colour} opacity=".13" />
      {goal === undefined ? null : (
        <path
          d={`M0 ${yOf(goal).toFixed(1)}H${width}`}
          stroke="var(--c-ink-3)"
          strokeDasharray="2 3"
          strokeWidth="1"
        />
      )}
      <polyline points={line} fill="none" stroke={colour} strokeWidth="1.8" strokeLinejoin="round" />
      <circle cx={width - 4} cy={yOf(last)} r="2.6" fill={colour} />
    </svg>
  );
}
