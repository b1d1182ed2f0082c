import { formatNumber } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { ReferralRing } from './referral-ring.tsx';

interface ReferralStageProps {
  label: string;
  count: number;
  note: string;
  /** What the ring shows; there is none without a target. */
  share?: number;
  /** Inside the ring. */
  children?: ReactNode;
}

/** How many referrals count, and the ring of the target. */
export function ReferralStage({ label, count, note, share, children }: ReferralStageProps) {
  return (
    <div className="stage adire flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-76px_center] lg:[--moon-at:right_-112px_center]">
      <p className="min-w-0 flex-[1_1_7rem]">
        <span className="block text-sm font-semibold text-on-stage-2">{label}</span>
        <span className="block font-display text-[3.5rem] leading-none font-bold tracking-tight">
          {formatNumber(count)}
        </span>
        <span className="block text-sm font-semibold text-on-stage-2">{note}</span>
      </p>
      {share === undefined ? null : (
        <ReferralRing share={share} className="size-29">
          <span className="font-display text-xl font-bold">{children}</span>
        </ReferralRing>
      )}
    </div>
  );
}
