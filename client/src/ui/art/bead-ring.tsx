const beads = [
  { radius: 4.6, look: 'fill-coin' },
  { radius: 3, look: 'fill-brand on-stage:fill-on-stage-2' },
  { radius: 3.4, look: 'fill-live on-stage:fill-hot' },
  { radius: 2.4, look: 'fill-coin' },
];
const places = Array.from({ length: 36 }, (_, nth) => nth * 10);

/** The burst of beads around the winner of a finished auction: every second one a little further out. */
export function BeadRing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 148 148" className={className} aria-hidden="true">
      {places.map((degrees, nth) => {
        const { radius, look } = beads[nth % beads.length] ?? {};
        return (
          <circle
            key={degrees}
            cx="74"
            cy={nth % 2 === 0 ? 8 : 6}
            r={radius}
            className={look}
            transform={`rotate(${degrees} 74 74)`}
          />
        );
      })}
    </svg>
  );
}
