import type { MatchResult, Side } from '@copup/shared/bets.ts';
import type { BetRow, FixtureRow } from './bets.tables.ts';

const HOUR_MS = 3_600_000;
/** B3: a bet can be about a match of the next 30 days. */
export const FIXTURE_DAYS = 30;

/** B3: the fee of both stakes, rounded down. */
export const feeOf = ({ stakePoints, feePercent }: Pick<BetRow, 'stakePoints' | 'feePercent'>): number =>
  Math.floor((2 * stakePoints * feePercent) / 100);

export const prizeOf = (bet: Pick<BetRow, 'stakePoints' | 'feePercent'>): number =>
  2 * bet.stakePoints - feeOf(bet);

/** Converts a fixture's result to the order of a bet's teams. */
export function resultOfBet(
  fixture: Pick<FixtureRow, 'teamAId'> & { result: MatchResult },
  bet: Pick<BetRow, 'teamAId'>,
): MatchResult {
  const { result } = fixture;
  if (result === 'draw' || result === 'abandoned') return result;
  const isSameOrder = fixture.teamAId === bet.teamAId;
  return isSameOrder ? result : otherSide(result);
}

export const otherSide = (side: Side): Side => (side === 'team_a' ? 'team_b' : 'team_a');

/** Coins that a player receives at the end of a bet. */
export interface Share {
  side: Side;
  userId: string;
  amount: number;
}

type Settled = Pick<BetRow, 'stakePoints' | 'feePercent' | 'creatorId' | 'opponentId'>;

/** What a result moves out of the escrow. */
export interface Payments {
  /** Of the players: returned stakes or a prize. */
  kind: 'refund' | 'bet_settle';
  shares: readonly Share[];
  fee: number;
}

/** Who receives what for a result: the winner both stakes less the fee, or each player the own stake (B2). */
export function sharesOf(bet: Settled, result: MatchResult): Payments {
  if (result === 'draw' || result === 'abandoned') return { kind: 'refund', shares: stakesOf(bet), fee: 0 };
  const userId = result === 'team_a' ? bet.creatorId : bet.opponentId;
  const share = { side: result, userId: userId ?? '', amount: prizeOf(bet) };
  return { kind: 'bet_settle', shares: share.amount > 0 ? [share] : [], fee: feeOf(bet) };
}

/** The stakes in the escrow of a bet that has not ended. */
export function stakesOf({ creatorId, opponentId, stakePoints }: Settled): Share[] {
  const creator: Share = { side: 'team_a', userId: creatorId, amount: stakePoints };
  if (opponentId === null) return [creator];
  return [creator, { side: 'team_b', userId: opponentId, amount: stakePoints }];
}

/** Whether two results bring both players the same coins: a draw and an abandoned match return both stakes. */
export const paysTheSame = (one: MatchResult, other: MatchResult): boolean =>
  one === other || (isReturning(one) && isReturning(other));

export const isReturning = (result: MatchResult): boolean => result === 'draw' || result === 'abandoned';

type Timed = Pick<FixtureRow, 'kickoff' | 'resultNo' | 'settledNo' | 'closedAt' | 'returnedAt'>;
/** What is due for the bets of a fixture. */
export type Step = 'close' | 'settle' | 'return';

/**
 * B2, B4: the next step that is due, and otherwise when the next one is; neither when all is done. `skipped` are steps
 * that failed for some bets and are left to the next run.
 */
export function nextStep(
  { kickoff, resultNo, settledNo, closedAt, returnedAt }: Timed,
  now: Date,
  returnAfterHours: number,
  skipped: ReadonlySet<Step> = new Set(),
): { step: Step } | { at: Date } | undefined {
  const hasStarted = kickoff <= now;
  const returnsAt = new Date(kickoff.getTime() + returnAfterHours * HOUR_MS);
  const waitsForResult = resultNo === 0 && returnedAt === null;
  const due: Record<Step, boolean> = {
    close: closedAt === null && (hasStarted || resultNo > 0),
    settle: settledNo < resultNo,
    return: waitsForResult && returnsAt <= now,
  };
  const step = (['close', 'settle', 'return'] as const).find((one) => due[one] && !skipped.has(one));
  if (step) return { step };
  if (!waitsForResult || due.return) return undefined;
  return { at: hasStarted ? returnsAt : kickoff };
}
