import { classNames } from './class-names.ts';

const radius = 122;
const around = 2 * Math.PI * radius;
/** Length of a segment without its round ends. */
const length = 53.6;
const segments = Array.from({ length: 10 }, (_, at) => at);
const relightMs = 40;

interface SegmentRingProps {
  /** Number of lit segments, clockwise from the top. */
  lit: number;
  litColour: string;
  outColour: string;
  /** Segments from this one on have just been lit again: they are white and light up one after the other. */
  relitFrom?: number;
  className?: string;
}

/** A ring of ten segments, one for each of the last seconds. */
export function SegmentRing({ lit, litColour, outColour, relitFrom = 10, className }: SegmentRingProps) {
  return (
    <svg viewBox="0 0 280 280" aria-hidden="true" className={className}>
      {segments.map((at) => (
        <g key={at} transform={`rotate(${-84.5 + at * 36} 140 140)`}>
          <Segment colour={at < lit && at < relitFrom ? litColour : outColour} />
          {at < lit && at >= relitFrom ? (
            <Segment colour="#fff" className="animate-relight" delayMs={(at - relitFrom) * relightMs} />
          ) : null}
        </g>
      ))}
    </svg>
  );
}

function Segment(props: { colour: string; className?: string; delayMs?: number }) {
  const { colour, className, delayMs = 0 } = props;
  return (
    <circle
      cx="140"
      cy="140"
      r={radius}
      fill="none"
      stroke={colour}
      strokeWidth="15"
      strokeLinecap="round"
      strokeDasharray={`${length} ${around}`}
      style={delayMs > 0 ? { animationDelay: `${delayMs}ms` } : undefined}
      className={classNames(className)}
    />
  );
}
