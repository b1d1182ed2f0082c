import type { AffiliateKind, AffiliateProgress, ClaimState } from '@copup/shared/affiliates.ts';

type Facts = Pick<AffiliateProgress, 'claim' | 'remainingReferrals'>;

/** Returns why a reward can or cannot be claimed now. */
export function claimText(kind: AffiliateKind, { claim, remainingReferrals: left }: Facts): string {
  const texts: Record<ClaimState, string> = {
    open: `${left} remaining ${left === 1 ? 'referral' : 'referrals'} until you can claim`,
    waiting: `Opens when the ${kind} is settled`,
    ready: 'Ready to claim',
    claimed: 'Reward claimed',
    lost: `The ${kind} ended without a reward`,
  };
  return texts[claim];
}

export const claimLooks: Record<ClaimState, string> = {
  open: 'text-ink-2',
  waiting: 'text-warn',
  ready: 'text-ok',
  claimed: 'text-ok',
  lost: 'text-ink-2',
};

/** Whether friends can still join, so that a link is of use. */
export const isRunning = (claim: ClaimState) => claim === 'open' || claim === 'waiting';

/** Returns the share from 0 to 1 for rings and bars. */
export const shareOf = (current: number, target: number): number =>
  target > 0 ? Math.min(1, current / target) : 0;

/** Returns the number in "47%", rounded down as in `progress` (T4). */
export const percentOf = (current: number, target: number): number =>
  target > 0 ? Math.floor((current * 100) / target) : 0;

/** Returns the position after a step of the carousel, which wraps at both ends. */
export const stepTo = (at: number, step: 1 | -1, count: number): number =>
  count > 0 ? (at + step + count) % count : 0;
