import { inCoins } from '@copup/shared/coins.ts';
import { Refusal } from '../errors.ts';
import { changedFields } from './draft.ts';

/** The terms of a subject on which its largest affiliate reward depends. */
interface Promoted {
  targetUsers: number;
  rewardBidPoints: number;
  /** Entry fee or ticket price. */
  price: number;
}

/** Throws VALIDATION_FAILED unless the fees of the referred users cover the reward (T5). */
export function assertReward({ targetUsers, rewardBidPoints, price }: Promoted, percent: number): void {
  const most = Math.floor((targetUsers * price * percent) / 100);
  if (rewardBidPoints <= most) return;
  throw new Refusal('VALIDATION_FAILED', `The affiliate reward can be at most ${inCoins(most)}.`, {
    issues: [
      {
        path: 'reward_bid_points',
        message: `Enter at most ${most}: ${percent} % of the goal × the price of an entry.`,
      },
    ],
  });
}

/** Does the same for an edit that changes one of the terms. */
export function assertEditedReward(before: Promoted, after: Promoted, percent: number): void {
  const terms = ({ targetUsers, rewardBidPoints, price }: Promoted) => ({
    targetUsers,
    rewardBidPoints,
    price,
  });
  if (changedFields(terms(before), terms(after)).length > 0) assertReward(after, percent);
}
