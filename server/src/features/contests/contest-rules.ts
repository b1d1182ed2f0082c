import type { ContestStatus } from '@copup/shared/contests.ts';
import type { StoredStatus } from './contests.tables.ts';

/** What clients see of a status. */
export const publicStatus = (status: StoredStatus): ContestStatus =>
  status === 'cancelling' ? 'void' : status;

/** L7: what `rewards` adds to the pot of a contest with these terms. */
export const subsidyOf = (terms: { prize: number; entryFee: number; minimumUsers: number }): number =>
  Math.max(0, terms.prize - terms.entryFee * terms.minimumUsers);

export interface Settlement {
  /** X7: the part of the prize that the collected fees cover is available, the rest is bonus. */
  available: number;
  bonus: number;
  /** X6: what is left of the subsidy goes back to `rewards`. */
  subsidyReturn: number;
  /** The rest of the pot. */
  revenue: number;
}

/**
 * C8: how the pot is divided, or undefined when the contest is void: too few players, or none with a point. `pot` is what
 * is in the pot, `subsidy` the part of it that `rewards` put there.
 */
export function settleContest(contest: {
  prize: number;
  minimumUsers: number;
  players: number;
  pot: number;
  subsidy: number;
  bestScore: number;
}): Settlement | undefined {
  const { prize, minimumUsers, players, pot, subsidy, bestScore } = contest;
  if (players < minimumUsers || bestScore <= 0) return undefined;
  const fees = pot - subsidy;
  const remainder = pot - prize;
  if (fees < 0 || remainder < 0)
    throw new Error(`a pot of ${pot} with a subsidy of ${subsidy} pays no ${prize}`);
  const available = Math.min(prize, fees);
  const subsidyReturn = Math.min(subsidy, remainder);
  return { available, bonus: prize - available, subsidyReturn, revenue: remainder - subsidyReturn };
}
