interface BeadsProps {
  /** From the middle of the view box, and what is added to it, bead after bead. */
  distance: number;
  offsets: readonly number[];
  count: number;
  /** Part of a step by which the ring is turned. */
  turn?: number;
  /** Class names and radiuses, which repeat around the ring. */
  colours: readonly string[];
  sizes: readonly number[];
}

/** Beads in a ring, for a drawing around 0. */
export function Beads({ distance, offsets, count, turn = 0, colours, sizes }: BeadsProps) {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((at + turn) / count) * 2 * Math.PI;
    const away = distance + (offsets[at % offsets.length] ?? 0);
    const [x, y] = [Math.sin(angle) * away, -Math.cos(angle) * away].map((part) => part.toFixed(1));
    const look = { r: sizes[at % sizes.length], className: colours[at % colours.length] };
    return <circle key={angle} cx={x} cy={y} {...look} />;
  });
}

const coin = 'fill-[#ffb01f]';
const colours = [coin, 'fill-brand on-stage:fill-on-stage-2', 'fill-live on-stage:fill-hot', coin];

/** The burst of beads around the winner of a finished auction. */
export function BeadRing({ className }: { className?: string }) {
  return (
    <svg viewBox="-74 -74 148 148" className={className} aria-hidden="true">
      <Beads distance={66} offsets={[0, 2]} count={36} colours={colours} sizes={[4.6, 3, 3.4, 2.4]} />
    </svg>
  );
}
