const around = 2 * Math.PI;

interface Ring {
  /** Distance from the centre, where the picture has a radius of 100. */
  distance: number;
  /** Colour and radius of the beads, which repeat around the ring. */
  beads: readonly [colour: string, radius: number][];
  count: number;
  /** Part of a step by which the ring is turned. */
  turn: number;
  /** By how much the distance varies. */
  scatter: number;
}

const coin = '#ffb01f';
const light = '#ffcf70';
const hot = '#ff8468';
const pale = '#c9d2ff';

const rings: readonly Ring[] = [
  {
    distance: 108,
    beads: [
      [coin, 3.3],
      [pale, 2.1],
      [hot, 2.6],
      [light, 1.7],
    ],
    count: 36,
    turn: 0,
    scatter: 0.5,
  },
  {
    distance: 124,
    beads: [
      [coin, 1.5],
      [hot, 1.3],
      [pale, 1.4],
    ],
    count: 21,
    turn: 0.4,
    scatter: 2.6,
  },
  {
    distance: 138,
    beads: [
      [light, 1.2],
      [pale, 1.1],
      [hot, 1.2],
      [coin, 1.1],
    ],
    count: 16,
    turn: 0.7,
    scatter: 3.2,
  },
];

/** The beads around a won item. Outer beads are scattered by a fixed pattern. */
export function Burst({ className }: { className?: string }) {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true" className={className}>
      {rings.map((ring) => (
        <g key={ring.distance}>{beadsOf(ring)}</g>
      ))}
    </svg>
  );
}

function beadsOf({ distance, beads, count, turn, scatter }: Ring) {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((at + turn) / count) * around;
    const away = distance + ((at * 7) % 5) * scatter;
    const [colour, radius] = beads[at % beads.length] ?? [coin, 1];
    const [x, y] = [Math.sin(angle) * away, -Math.cos(angle) * away].map((part) => part.toFixed(1));
    return <circle key={angle} cx={x} cy={y} r={radius} fill={colour} />;
  });
}
