import type { Contest, ContestKind, ContestState, TopRow } from '@copup/shared/contests.ts';
import { contestCardRoom } from '@copup/shared/room-names.ts';
import { type RoomView, useRoom, useServerNow } from '../../realtime/index.ts';
import { laterStatus, phaseOf } from './live-contest.ts';
import { useContests } from './use-contests.ts';

/** Pictures shown of a kind's players. */
const mostPeople = 3;

export type KindActivity = ReturnType<typeof useKindActivity>;

/**
 * What happens in a kind of contest now. The list counts the players of all running contests; the rooms of the three
 * largest keep the figure up to date.
 */
export function useKindActivity(kind: ContestKind) {
  const { data: read } = useContests(kind);
  const data = read ?? [];
  const nowMs = useServerNow();
  const open = data.filter(({ status }) => status === 'active');
  const [first, second, third] = [...open].sort((a, b) => b.players - a.players || a.id - b.id);
  const rooms = new Map<number, ContestState>();
  const follow = (contest: Contest | undefined, { state }: RoomView<'tap'>) => {
    if (contest && state) rooms.set(contest.id, state as ContestState);
  };
  const roomOf = (contest: Contest | undefined) => (contest ? contestCardRoom(kind, contest.id) : null);
  follow(first, useRoom<'tap'>(roomOf(first)));
  follow(second, useRoom<'tap'>(roomOf(second)));
  follow(third, useRoom<'tap'>(roomOf(third)));

  const live = open.filter((contest) => {
    const state = rooms.get(contest.id);
    const status = laterStatus(contest.status, state?.status);
    return phaseOf({ status, endDate: state?.endDate ?? Date.parse(contest.end_date) }, nowMs) === 'live';
  });
  const people = new Map<string, TopRow>();
  for (const { id } of live) for (const row of rooms.get(id)?.top ?? []) people.set(row[0], row);
  return {
    /** False until the list was read. */
    isKnown: read !== undefined,
    /** Users in the running contests. */
    players: live.reduce((sum, { id, players }) => sum + (rooms.get(id)?.players ?? players), 0),
    /** The best of them. */
    people: [...people.values()].slice(0, mostPeople),
    /** A running contest that the user joined. */
    own: live.find(({ joined }) => joined),
    /** The largest prize, 0 without a contest. */
    largestPrize: Math.max(0, ...data.map(({ prize }) => prize)),
    nowMs,
  };
}
