import type { ContestStatus } from '@copup/shared/contests.ts';
import type { StoredStatus } from './contests.tables.ts';

/** Returns the status that clients see. */
export const publicStatus = (status: StoredStatus): ContestStatus =>
  status === 'cancelling' ? 'void' : status;

/** Returns whether a contest at its end is void: too few players, or none with a point (C8). */
export const isVoid = (contest: { minimumUsers: number; players: number; bestScore: number }): boolean =>
  contest.players < contest.minimumUsers || contest.bestScore <= 0;
