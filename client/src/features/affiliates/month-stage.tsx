import type { AffiliateMonth, AffiliateTotal } from '@copup/shared/affiliates.ts';
import { formatNumber } from '@copup/shared/coins.ts';
import { ReferralRing } from '../../ui/referral-ring.tsx';
import { percentOf, shareOf } from './offer-words.ts';

interface MonthStageProps {
  label: string;
  total: AffiliateTotal;
  month: AffiliateMonth;
  note: string;
}

/** This month's referrals: the number, and the ring of the targets. */
export function MonthStage({ label, total, month, note }: MonthStageProps) {
  const { currentAffiliates: current, totalTarget: target } = month;
  return (
    <div className="stage adire flex flex-wrap items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-76px_center] lg:[--moon-at:right_-112px_center]">
      <p className="min-w-0 flex-[1_1_7rem]">
        <span className="block text-sm font-semibold text-on-stage-2">{label}</span>
        <span className="block font-display text-[3.5rem] leading-none font-bold tracking-tight">
          {formatNumber(total.totalAffiliates)}
        </span>
        <span className="block text-sm font-semibold text-on-stage-2">{note}</span>
      </p>
      <ReferralRing share={shareOf(current, target)} className="size-29">
        <span className="font-display text-xl font-bold">{percentOf(current, target)}%</span>
      </ReferralRing>
    </div>
  );
}
