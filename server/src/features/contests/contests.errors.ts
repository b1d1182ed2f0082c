import type { ContestKind } from '@copup/shared/contests.ts';
import { Refusal } from '../../errors.ts';

/** The specification calls a tap contest a contest, and the others games. */
const names = { tap: 'contest', card: 'game', math: 'game' } as const satisfies Record<ContestKind, string>;
const capitals = { tap: 'Contest', card: 'Game', math: 'Game' } as const satisfies Record<
  ContestKind,
  string
>;

export const contestNotFound = (kind: ContestKind = 'tap') =>
  new Refusal('CONTEST_NOT_FOUND', `${capitals[kind]} not found`);
export const contestNotActive = (kind: ContestKind) =>
  new Refusal(
    'CONTEST_NOT_ACTIVE',
    kind === 'tap' ? 'Contest is not active yet.' : 'Game is not active yet.',
  );
export const contestEnded = (kind: ContestKind = 'tap') =>
  new Refusal('CONTEST_ENDED', `This ${names[kind]} has ended.`);
export const alreadyJoined = (kind: ContestKind) =>
  new Refusal('ALREADY_JOINED', kind === 'tap' ? 'You are in this contest.' : 'You are in this game.');
export const notJoined = (kind: ContestKind) =>
  new Refusal('NOT_JOINED', `Join this ${names[kind]} to play.`);
export const notEnoughCoins = () => new Refusal('NOT_ENOUGH_COINS', 'You do not have enough coins.');
export const contestNotEditable = (why: string) => new Refusal('CONTEST_NOT_EDITABLE', why);

/** Refuses a play that arrived in time and was decided too late, with both times. */
export const decidedTooLate = (
  kind: ContestKind,
  times: { receivedMs: number; nowMs: number; endMs: number },
) =>
  new Refusal(
    'DECIDED_TOO_LATE',
    `It arrived in time, but the ${names[kind]} ended before it was processed.`,
    {
      details: {
        receivedAt: new Date(times.receivedMs).toISOString(),
        decidedAt: new Date(times.nowMs).toISOString(),
        endDate: new Date(times.endMs).toISOString(),
      },
    },
  );

export const tooFast = (message: string, waitMs: number) =>
  new Refusal('TOO_FAST', message, {
    details: { retryAfterMs: waitMs },
    retryAfterS: waitMs / 1_000,
  });
export const questionClosed = () =>
  new Refusal('QUESTION_CLOSED', 'This question is not open. Answer the one that is shown.');
export const keyReused = () =>
  new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
