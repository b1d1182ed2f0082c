import type { ContestKind, ContestState, Standing } from '@copup/shared/contests.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { type RoomView, useConnection, useRoom, useServerNow } from '../../realtime/index.ts';
import type { LeaderboardRow } from '../../ui/leaderboard.tsx';
import { laterStatus, ownRowOf, type Phase, phaseOf, rowsOf, stateOfContest } from './live-contest.ts';
import type { Details } from './queries.ts';
import { contestQuery } from './queries.ts';

export interface LiveContest<Kind extends ContestKind> {
  contest: Details[Kind];
  state: ContestState;
  phase: Phase;
  nowMs: number;
  /** Whether the displayed data may be old, because the connection is lost. */
  isStale: boolean;
  roomStatus: RoomView<Kind>['status'];
  standing: Standing;
  /** Called after each acknowledged play. */
  setStanding: (standing: Standing) => void;
  rows: LeaderboardRow[];
  own: LeaderboardRow | undefined;
  /** Whether the result has been read after the end. */
  isSettled: boolean;
  /** The contest is over and the user won it. */
  hasWon: boolean;
}

/** Whether the contest is before its start, or running without the user. */
export const isWaiting = ({ phase, contest }: Pick<LiveContest<ContestKind>, 'phase' | 'contest'>): boolean =>
  phase === 'pending' || (phase === 'live' && !contest.joined);

/** Returns the constant fields of a contest, which are read once and again after its end. */
export function useContest<Kind extends ContestKind>(kind: Kind, id: number) {
  return useQuery({ ...contestQuery(kind, id), enabled: !Number.isNaN(id) });
}

/** Returns the contest's live state, with the user's own standing. */
export function useLiveContest<Kind extends ContestKind>(
  kind: Kind,
  contest: Details[Kind],
): LiveContest<Kind> {
  const me = useSignedInUser();
  const room = useRoom<Kind>(contestRoom(kind, contest.id));
  const connection = useConnection();
  const nowMs = useServerNow();
  const queries = useQueryClient();
  const [acknowledged, setStanding] = useState<Standing>({ score: 0, rank: null });

  const read = useMemo(() => stateOfContest(contest), [contest]);
  const known = (room.state as ContestState | undefined) ?? read;
  const state = { ...known, status: laterStatus(read.status, known.status) };
  const phase = phaseOf(state, nowMs);
  const isOver = phase === 'ended' || phase === 'void';
  const isSettled = contest.status === 'ended' || contest.status === 'void';

  const needsRead = state.status !== contest.status;
  useEffect(() => {
    if (needsRead) void queries.invalidateQueries({ queryKey: ['contest', kind, contest.id] });
  }, [needsRead, kind, contest.id, queries]);

  // Scores only rise, so the higher one is newer; the read after the end is exact.
  const standing =
    isOver || contest.score >= acknowledged.score
      ? { score: Math.max(contest.score, isSettled ? 0 : acknowledged.score), rank: contest.rank }
      : acknowledged;
  const rows = useMemo(() => rowsOf(state.top), [state.top]);
  return {
    contest,
    state,
    phase,
    nowMs,
    isStale: room.status === 'stale' || connection === 'stale' || connection === 'offline',
    roomStatus: room.status,
    standing,
    setStanding,
    rows,
    own: ownRowOf(state.top, me, standing),
    isSettled: isOver && isSettled,
    hasWon:
      phase === 'ended' &&
      room.status !== 'joining' &&
      (state.top[0]?.[0] === me.username || contest.won_available !== null),
  };
}
