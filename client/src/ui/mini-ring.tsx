import type { ReactNode } from 'react';
import { Arc } from './arc.tsx';
import { classNames } from './class-names.ts';

const radius = 24;

const colours = { hot: 'text-live-text', lead: 'text-ok', open: 'text-coin-text', grow: 'text-brand' };
export type MiniRingLook = keyof typeof colours;

interface MiniRingProps {
  /** From 0 to 1: of the time left, or of what is done. */
  share: number;
  look: MiniRingLook;
  /** The item inside. */
  children?: ReactNode;
  className?: string;
}

/** A small ring, around an item. Decorative: its time or progress is written beside it. */
export function MiniRing({ share, look, children, className }: MiniRingProps) {
  const angle = 2 * Math.PI * share - Math.PI / 2;
  const [x, y] = [28 + radius * Math.cos(angle), 28 + radius * Math.sin(angle)];
  return (
    <span className={classNames('relative block shrink-0', colours[look], className)}>
      <svg viewBox="0 0 56 56" aria-hidden="true" className="absolute inset-0 size-full">
        <Arc box={56} radius={radius} width={5} stroke="var(--c-line)" />
        {share > 0 ? (
          <>
            <Arc box={56} radius={radius} width={5} stroke="currentColor" share={share} />
            <circle cx={x} cy={y} r="4.6" fill="var(--c-surface)" />
            <circle cx={x} cy={y} r="3.2" fill="currentColor" />
          </>
        ) : null}
      </svg>
      <span className="absolute inset-[13.5%] grid place-items-center">{children}</span>
    </span>
  );
}
