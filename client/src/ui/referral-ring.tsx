import type { ReactNode } from 'react';
import { Arc } from './arc.tsx';
import { classNames } from './class-names.ts';

const radius = 114;

interface ReferralRingProps {
  /** From 0 to 1. */
  share: number;
  /** Decorative: text beside it has the same content. */
  children: ReactNode;
  className?: string;
}

/** A ring that fills with referrals or other progress, on a stage. */
export function ReferralRing({ share, children, className }: ReferralRingProps) {
  const easing =
    'transition-[stroke-dashoffset,transform] duration-(--dur-enter) motion-reduce:transition-none';
  return (
    <div className={classNames('relative shrink-0', className)}>
      <svg viewBox="0 0 260 260" aria-hidden="true" className="size-full">
        <Arc box={260} radius={radius} width={16} stroke="rgba(201,210,255,.2)" />
        <Arc
          box={260}
          radius={radius}
          width={16}
          stroke="#ffb01f"
          share={share}
          isMoving
          className={classNames(easing, share === 0 && 'opacity-0')}
        />
        {share > 0 && share < 1 ? (
          <g style={{ transform: `rotate(${share * 360}deg)` }} className={`origin-center ${easing}`}>
            <circle cx="130" cy={130 - radius} r="12" fill="#fff" stroke="#16277f" strokeWidth="4" />
          </g>
        ) : null}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  );
}
