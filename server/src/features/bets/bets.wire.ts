import type { Bet, BetOutcome, Fixture, ListedBet, OwnBet, Side } from '@copup/shared/bets.ts';
import type { Deps } from '../../deps.ts';
import { openPassword } from './bet-password.ts';
import { prizeOf, sharesOf } from './bet-rules.ts';
import { type BetView, HIDDEN_TITLE, type OwnBetView } from './bet-views.queries.ts';
import type { BetRow } from './bets.tables.ts';
import type { FixtureView } from './fixtures.queries.ts';

export const toFixture = (row: FixtureView): Fixture => ({
  id: row.id,
  team_a: { id: row.aId, name: row.aName, crest: row.aCrest },
  team_b: { id: row.bId, name: row.bName, crest: row.bCrest },
  kickoff: row.kickoff.toISOString(),
});

/** The title as other users see it (X13). */
export const shownTitle = ({ title, titleHiddenAt }: Pick<BetRow, 'title' | 'titleHiddenAt'>): string =>
  titleHiddenAt === null ? title : HIDDEN_TITLE;

const termsOf = ({ stake_points, fee_percent }: Pick<BetView, 'stake_points' | 'fee_percent'>) => ({
  stakePoints: stake_points,
  feePercent: fee_percent,
});

export function toBet(row: BetView): Bet {
  const { creator_id, opponent_id, kickoff, created_at, ...bet } = row;
  return {
    ...bet,
    prize_points: prizeOf(termsOf(row)),
    kickoff: kickoff.toISOString(),
    created_at: created_at.toISOString(),
  };
}

const sideOf = ({ creator_id, opponent_id }: BetView, userId: string): Side | null =>
  creator_id === userId ? 'team_a' : opponent_id === userId ? 'team_b' : null;

export const toListedBet = (row: BetView, userId: string): ListedBet => ({
  ...toBet(row),
  own_side: sideOf(row, userId),
});

/** B2: the password is only in the bets that the caller created. */
export function toOwnBet(deps: Pick<Deps, 'config'>, row: OwnBetView, userId: string): OwnBet {
  const { ended_at, escrow_id, sealed_password, result, goals_a, goals_b, ...view } = row;
  const { cancel_cause, cancel_reason, is_corrected, ...bet } = view;
  const own_side = sideOf(row, userId) ?? 'team_b';
  const isCreator = own_side === 'team_a';
  const sealed = { escrowId: escrow_id, sealedPassword: sealed_password };
  return {
    ...toBet(bet),
    own_side,
    password: isCreator ? openPassword(deps, sealed) : null,
    can_cancel: isCreator && row.status === 'pending',
    ...endOf(row, own_side),
    result,
    goals_a,
    goals_b,
    cancel_cause,
    cancel_reason,
    is_corrected,
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** What the bet brought the player. */
function endOf(row: OwnBetView, side: Side): { outcome: BetOutcome | null; received_points: number } {
  if (row.status === 'cancelled') return { outcome: 'returned', received_points: row.stake_points };
  if (row.status !== 'settled' || row.result === null) return { outcome: null, received_points: 0 };
  const players = { creatorId: row.creator_id, opponentId: row.opponent_id };
  const { shares } = sharesOf({ ...termsOf(row), ...players }, row.result);
  const received_points = shares.find((share) => share.side === side)?.amount ?? 0;
  const isReturned = row.result === 'draw' || row.result === 'abandoned';
  return { outcome: isReturned ? 'returned' : row.result === side ? 'won' : 'lost', received_points };
}
