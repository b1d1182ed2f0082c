import type { AdminContest, Contest, ContestState, TimeLeft } from '@copup/shared/contests.ts';
import { imageUrl } from '@copup/shared/images.ts';
import { type CountedContest, publicStatus, roomVersionOf } from './contests.queries.ts';
import { toTopRows } from './leaderboard.ts';

/** A contest from the point of view of one user. */
export type ViewedContest = CountedContest & { joined: boolean; serverTime: Date };

const describe = (row: CountedContest) => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  image: imageUrl(row.image),
  description: row.description,
  entry_fee: row.entryFee,
  prize: row.prize,
  minimum_users: row.minimumUsers,
  status: publicStatus(row.status),
  starts_at: row.startsAt.toISOString(),
  end_date: row.endDate.toISOString(),
  players: row.players,
  version: roomVersionOf(row),
});

export const toContest = (row: ViewedContest): Contest => ({
  ...describe(row),
  joined: row.joined,
  server_time: row.serverTime.toISOString(),
});

/** Returns the state of a contest's room from a row (C5). */
export const toContestState = (
  row: Pick<CountedContest, 'status' | 'endDate' | 'players' | 'top'>,
): ContestState => ({
  status: publicStatus(row.status),
  endDate: row.endDate.getTime(),
  players: row.players,
  top: toTopRows(row.top),
});

/** Returns whole seconds, rounded up, so that 0 means over (C7). */
export const secondsLeft = (
  { status, endDate }: Pick<ContestState, 'status' | 'endDate'>,
  nowMs: number,
): number =>
  status === 'ended' || status === 'void' ? 0 : Math.max(0, Math.ceil((endDate - nowMs) / 1_000));

export function toTimeLeft(state: ContestState, nowMs: number): TimeLeft {
  const seconds = secondsLeft(state, nowMs);
  return {
    remainingTime: seconds,
    countdown: seconds,
    status: state.status,
    end_date: new Date(state.endDate).toISOString(),
    server_time: new Date(nowMs).toISOString(),
  };
}

export const toAdminContest = (row: CountedContest & { pot: number }): AdminContest => ({
  ...describe(row),
  realm: row.realm,
  subsidy: row.subsidy,
  pot: row.pot,
  winner: row.status === 'ended' ? (row.top[0]?.username ?? null) : null,
  winner_score: row.status === 'ended' ? (row.top[0]?.score ?? null) : null,
  flagged: row.isFlagged,
  created_at: row.createdAt.toISOString(),
  settled_at: row.settledAt?.toISOString() ?? null,
  cancel_reason: row.cancelReason,
});
