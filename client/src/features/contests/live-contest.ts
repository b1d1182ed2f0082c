import { formatNumber } from '@copup/shared/coins.ts';
import type { contestTiers } from '@copup/shared/contest-tiers.ts';
import type { Contest, ContestState, Standing, TopRow } from '@copup/shared/contests.ts';
import { formatStart } from '../../lib/format-time.ts';
import { laterIn } from '../../lib/list-changes.ts';
import type { LeaderboardRow } from '../../ui/leaderboard.tsx';
import { ordinal } from '../../ui/ordinal.ts';

/** Converts a reply to the room's state, without the leaderboard. */
export const stateOfContest = (contest: Contest): ContestState => ({
  status: contest.status,
  endDate: Date.parse(contest.end_date),
  players: contest.players,
  top: [],
});

/** closing: the time is over, but the result is not published. */
export type Phase = 'pending' | 'live' | 'closing' | 'ended' | 'void';

export function phaseOf({ status, endDate }: Pick<ContestState, 'status' | 'endDate'>, nowMs: number): Phase {
  if (status !== 'active') return status;
  return nowMs < endDate ? 'live' : 'closing';
}

/** C1. */
export const laterStatus = laterIn<ContestState['status']>(['pending', 'active', 'ended', 'void']);

/** Returns the rows of a leaderboard, in which usernames are unique. */
export const rowsOf = (top: readonly TopRow[]): LeaderboardRow[] =>
  top.map(([username, score, profile], at) => ({
    id: username,
    rank: at + 1,
    name: username,
    score,
    picture: profile ?? null,
  }));

/** Returns the user's own row, from the leaderboard or from the last reply. Undefined without a point. */
export function ownRowOf(
  top: readonly TopRow[],
  me: { username: string; profile: string | null },
  standing: Standing,
): LeaderboardRow | undefined {
  const listed = rowsOf(top).find(({ id }) => id === me.username);
  if (listed) return { ...listed, score: Math.max(listed.score, standing.score) };
  if (standing.score === 0 || standing.rank === null) return undefined;
  // A rank within the leaderboard is out of date if the leaderboard does not contain the user.
  const rank = Math.max(standing.rank, top.length + 1);
  return { id: me.username, rank, name: me.username, score: standing.score, picture: me.profile };
}

/** C12: the heading of each tier, as the specification prescribes. */
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

/** Describes the number of players that a contest still needs for a winner. */
export function needText(players: number, minimum: number): string {
  const missing = minimum - players;
  if (missing <= 0) return 'Minimum reached';
  return missing === 1 ? '1 more player needed' : `${missing} more players needed`;
}

/** Of contests to come and running, the one that a player can join first: a running one, or the next to start. */
export const firstOf = (contests: readonly Contest[], nowMs: number): Contest | undefined =>
  contests
    .filter(
      ({ status, end_date }) => status === 'pending' || (status === 'active' && Date.parse(end_date) > nowMs),
    )
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.id - b.id)[0];

/** "starts 8:30 pm, in 12 min", or "is running" after the start. */
export const startText = (
  { status, starts_at }: Pick<Contest, 'status' | 'starts_at'>,
  nowMs: number,
): string => (status === 'pending' ? `starts ${formatStart(Date.parse(starts_at), nowMs)}` : 'is running');

/** Seconds that must be left of a contest to be worth joining. */
const leastSecondsLeft = 15;

/** Of the running contests that the user can still join, the one that needs the fewest players; then the first to end. */
export function nextOf<Some extends Contest>(
  contests: readonly Some[],
  exceptId: number,
  nowMs: number,
): Some | undefined {
  const missing = (contest: Some) => Math.max(0, contest.minimum_users - contest.players);
  const endOf = (contest: Some) => Date.parse(contest.end_date);
  return contests
    .filter(
      (contest) =>
        contest.id !== exceptId &&
        contest.status === 'active' &&
        !contest.joined &&
        endOf(contest) - nowMs > leastSecondsLeft * 1_000,
    )
    .sort((a, b) => missing(a) - missing(b) || endOf(a) - endOf(b))[0];
}

/** "6 ahead of 3rd place": the distance to the next place below, or to the winner; empty where the leaderboard has neither. */
export function distanceText(top: readonly TopRow[], rank: number | null, score: number): string {
  if (rank === null) return '';
  const below = top[rank];
  const ahead = below ? score - below[1] : 0;
  if (ahead > 0) return `${formatNumber(ahead)} ahead of ${ordinal(rank + 1)} place`;
  const behind = (top[0]?.[1] ?? score) - score;
  return behind > 0 ? `${formatNumber(behind)} behind 1st place` : '';
}

/** Formats the time left with a constant width: "0:09", "12:40", and above an hour "2h 14m". */
export function clockText(seconds: number): string {
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
