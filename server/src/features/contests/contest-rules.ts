import type { ContestStatus } from '@copup/shared/contests.ts';
import type { StoredStatus } from './contests.tables.ts';

/** Returns the status that clients see. */
export const publicStatus = (status: StoredStatus): ContestStatus =>
  status === 'cancelling' ? 'void' : status;

export interface Settlement {
  /** The part of the prize that the collected fees cover is available coins, the rest is bonus (X7). */
  available: number;
  bonus: number;
  /** The unused subsidy, which is returned to `rewards` (X6). */
  subsidyReturn: number;
  /** The rest of the pot. */
  revenue: number;
}

/**
 * Returns how the pot is divided, or undefined when the contest is void: too few players, or none with a point (C8).
 * `pot` is the pot's balance, `subsidy` the part of it that came from `rewards`.
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
    throw new Error(`a pot of ${pot} with a subsidy of ${subsidy} cannot pay ${prize}`);
  const available = Math.min(prize, fees);
  const subsidyReturn = Math.min(subsidy, remainder);
  return { available, bonus: prize - available, subsidyReturn, revenue: remainder - subsidyReturn };
}
