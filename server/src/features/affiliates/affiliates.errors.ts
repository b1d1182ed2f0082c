import { Refusal } from '../../errors.ts';

export const notPromoted = (kind: string) => new Refusal('NOT_PROMOTED', `This ${kind} cannot be promoted.`);
export const targetNotReached = (counted: number, target: number) =>
  new Refusal('TARGET_NOT_REACHED', `${counted} of ${target} users have joined through your link.`);
export const notSettled = (kind: string) =>
  new Refusal('NOT_SETTLED', `You can claim the reward when the ${kind} has ended.`);
export const noReward = (kind: string) => new Refusal('NO_REWARD', `This ${kind} pays no reward.`);
export const alreadyClaimed = () => new Refusal('ALREADY_CLAIMED', 'You have already claimed this reward.');
export const rewardUnfunded = () =>
  new Refusal(
    'REWARD_UNFUNDED',
    'The reward cannot be paid at the moment. Our team was notified. Please claim it again later.',
  );
