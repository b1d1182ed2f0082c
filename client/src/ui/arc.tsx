interface ArcProps {
  /** The square view box of the drawing, in whose middle the ring is. */
  box: number;
  radius: number;
  width: number;
  /** Its colour; a class name may set it instead. */
  stroke?: string;
  /** From 0 to 1, clockwise from the top; without it the whole ring, without round ends. */
  share?: number;
  /** Whether a changed share moves the end, by the transition of its class. */
  isMoving?: boolean;
  className?: string;
}

/** A ring, or the part of it that a share fills, for a drawing. */
export function Arc({ box, radius, width, stroke, share, isMoving = false, className }: ArcProps) {
  const around = 2 * Math.PI * radius;
  const middle = box / 2;
  const ring = { cx: middle, cy: middle, r: radius, fill: 'none', stroke, strokeWidth: width, className };
  if (share === undefined) return <circle {...ring} />;
  return (
    <circle
      {...ring}
      strokeLinecap="round"
      strokeDasharray={isMoving ? around : `${share * around} ${around}`}
      strokeDashoffset={isMoving ? around * (1 - share) : undefined}
      transform={`rotate(-90 ${middle} ${middle})`}
    />
  );
}
