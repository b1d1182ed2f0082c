import type { contestTiers } from '@copup/shared/contest-tiers.ts';
import type { Contest, ContestState, Standing, TopRow } from '@copup/shared/contests.ts';
import type { LeaderboardRow } from '../../ui/leaderboard.tsx';

/** The reply of a read as the room has it, without the leaderboard. */
export const stateOfContest = (contest: Contest): ContestState => ({
  status: contest.status,
  endDate: Date.parse(contest.end_date),
  players: contest.players,
  top: [],
});

/** closing: the time is over and the result is still to come. */
export type Phase = 'pending' | 'live' | 'closing' | 'ended' | 'void';

export function phaseOf({ status, endDate }: Pick<ContestState, 'status' | 'endDate'>, nowMs: number): Phase {
  if (status !== 'active') return status;
  return nowMs < endDate ? 'live' : 'closing';
}

const order: ContestState['status'][] = ['pending', 'active', 'ended', 'void'];

/** A status never goes back (C1), so of two the later one is true. */
export const laterStatus = (
  a: ContestState['status'],
  b: ContestState['status'] | undefined,
): ContestState['status'] => (b !== undefined && order.indexOf(b) > order.indexOf(a) ? b : a);

/** The rows of a leaderboard; a username is unique in it. */
export const rowsOf = (top: readonly TopRow[]): LeaderboardRow[] =>
  top.map(([username, score, profile], at) => ({
    id: username,
    rank: at + 1,
    name: username,
    score,
    picture: profile ?? null,
  }));

/** The caller's own row: as the leaderboard has it, otherwise as the last reply has it. Undefined without a point. */
export function ownRowOf(
  top: readonly TopRow[],
  me: { username: string; profile: string | null },
  standing: Standing,
): LeaderboardRow | undefined {
  const listed = rowsOf(top).find(({ id }) => id === me.username);
  if (listed) return { ...listed, score: Math.max(listed.score, standing.score) };
  if (standing.score === 0 || standing.rank === null) return undefined;
  // The leaderboard is newer than a rank that would stand in it.
  const rank = Math.max(standing.rank, top.length + 1);
  return { id: me.username, rank, name: me.username, score: standing.score, picture: me.profile };
}

/** C12: what stands above each tier, in the specification's words. */
export const tierTexts = {
  easy: { name: 'Easy', heading: '4 participants', unit: '' },
  medium: { name: 'Medium', heading: '7', unit: ' participants' },
  hard: { name: 'Hard', heading: '13', unit: ' participants' },
} as const;

type Tier = (typeof contestTiers)[number];

export const inTier = (
  { minimum_users: minimum }: Pick<Contest, 'minimum_users'>,
  { from, upto }: Tier,
): boolean => minimum >= from && (upto === null || minimum <= upto);

/** What a contest still needs to have a winner. */
export function needText(players: number, minimum: number): string {
  const missing = minimum - players;
  if (missing <= 0) return 'Minimum reached';
  return missing === 1 ? '1 more player needed' : `${missing} more players needed`;
}

/** "0:09", "12:40", and above an hour "2h 14m": a clock that keeps its width from second to second. */
export function clockText(seconds: number): string {
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
