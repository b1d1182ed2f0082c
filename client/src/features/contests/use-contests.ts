import type { JoinCardGameReply } from '@copup/shared/card-games.ts';
import type { Contest, ContestKind, JoinContestReply } from '@copup/shared/contests.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import { contestsRoom } from '@copup/shared/room-names.ts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { isOtherList } from '../../lib/list-changes.ts';
import { changeItems } from '../../lib/list-page.ts';
import { useRoomChanges } from '../../realtime/index.ts';
import { toast } from '../../ui/toast.ts';
import { kinds, playPath } from './kinds.ts';
import { cardGamesQuery, contestsQuery } from './queries.ts';

/** Reloads the lists whenever the room `contests` reports an unknown status. */
function useFollowChanges(): void {
  const queries = useQueryClient();
  useRoomChanges<'contests'>(contestsRoom(), (now, before) => {
    if (before && isOtherList(now, before)) void queries.invalidateQueries({ queryKey: ['contests'] });
  });
}

/** Returns pending and active contests of a kind, newest first. */
export function useContests(kind: ContestKind) {
  useFollowChanges();
  return useInfiniteQuery(contestsQuery(kind));
}

export function useCardGames() {
  useFollowChanges();
  return useInfiniteQuery(cardGamesQuery());
}

function joinContest(
  kind: ContestKind,
  id: number,
  payment: PayEntryBody,
): Promise<JoinContestReply | JoinCardGameReply> {
  if (kind === 'tap')
    return callOnce(`join:tap:${id}`, 'POST /tap/join-tap', { body: { tap_contest_id: id, ...payment } });
  const route = kind === 'card' ? 'POST /cardGameOne/join-card-game' : 'POST /mathGame/join-game';
  return callOnce(`join:${kind}:${id}`, route, { body: { gameId: id, ...payment } });
}

interface JoinOptions {
  /** Text for an error without a message of the server. */
  otherwise: string;
  /** Whether to stay on the page. */
  stays?: boolean;
}

/** C1: pays the entry fee once and opens the play. */
export function useJoin(kind: ContestKind, { otherwise, stays = false }: JoinOptions) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** Marks the contest as joined in all cached lists and pages. */
  const markJoined = (joinedId: number) => {
    const join = (contest: Contest) => (contest.id === joinedId ? { ...contest, joined: true } : contest);
    changeItems(queries, ['contests', kind], join);
    void queries.invalidateQueries({ queryKey: ['contest', kind, joinedId] });
    void queries.invalidateQueries({ queryKey: ['contests', kind] });
  };
  return useMutation({
    mutationFn: ({ id, payment }: { id: number; payment: PayEntryBody }) => joinContest(kind, id, payment),
    onSuccess: (_, { id }) => {
      markJoined(id);
      if (!stays) void navigate(playPath(kind, id));
    },
    onError: (error, { id }) => {
      if (error instanceof ApiError && error.code === 'ALREADY_JOINED') {
        markJoined(id);
        toast.error(messageOf(error, kinds[kind].alreadyIn));
      } else if (error instanceof ApiError && error.code === 'CONTEST_NOT_ACTIVE')
        toast.error(kinds[kind].notActive);
      else toast.error(messageOf(error, otherwise));
    },
  });
}
