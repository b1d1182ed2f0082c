import type { AffiliateMonth, AffiliateTotal } from '@copup/shared/affiliates.ts';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { ReferralStage } from '../../ui/referral-stage.tsx';
import { percentOf, shareOf } from './offer-words.ts';
import { referralsKey } from './queries.ts';

/** This month's referrals: what is known of them, and how to read them again. */
export function useMonth() {
  const { id } = useSignedInUser();
  const total = useFresh([...referralsKey(id), 'total'], (signal) =>
    call('GET /affiliate/heist/affiliate/total', { signal }),
  );
  const month = useFresh([...referralsKey(id), 'month'], (signal) =>
    call('GET /affiliate/heist/affiliate/progress', { signal }),
  );
  const refetch = () => {
    void total.refetch();
    void month.refetch();
  };
  const known = total.data && month.data ? { total: total.data, month: month.data } : undefined;
  return { known, isError: total.isError || month.isError, refetch };
}

interface MonthStageProps {
  label: string;
  total: AffiliateTotal;
  month: AffiliateMonth;
  note: string;
}

/** This month's referrals: the number, and the ring of the targets. */
export function MonthStage({ total, month, ...texts }: MonthStageProps) {
  const { currentAffiliates: current, totalTarget: target } = month;
  return (
    <ReferralStage {...texts} count={total.totalAffiliates} share={shareOf(current, target)}>
      {percentOf(current, target)}%
    </ReferralStage>
  );
}
