import type { CardGameDetail, JoinCardGameReply } from '@copup/shared/card-games.ts';
import type { ContestKind, JoinContestReply } from '@copup/shared/contests.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { MathGameDetail } from '@copup/shared/math-games.ts';
import type { TapContestDetail } from '@copup/shared/tap-contests.ts';
import { call, callOnce, callPage, type Route } from '../../lib/calls.ts';

export interface Details {
  tap: TapContestDetail;
  card: CardGameDetail;
  math: MathGameDetail;
}

const lists = {
  tap: 'GET /tap/contests',
  card: 'GET /cardGameOne/card-games',
  math: 'GET /mathGame/all',
} as const satisfies Record<ContestKind, Route>;
const details = {
  tap: 'GET /tap/contest/:id',
  card: 'GET /cardGameOne/card-game/:id',
  math: 'GET /mathGame/game/:id',
} as const satisfies Record<ContestKind, Route>;

export const listContests = (kind: ContestKind, before: string | undefined, signal: AbortSignal) =>
  callPage(lists[kind], { query: { before }, signal });
/** The path of the list screen, misspelt in the specification. */
export const listCardGames = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /cardGamOne/card-games', { query: { before }, signal });
export const getContest = <Kind extends ContestKind>(kind: Kind, id: number, signal?: AbortSignal) =>
  call(details[kind as ContestKind], { params: { id }, signal }) as Promise<Details[Kind]>;
export const listChampions = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /tap/winners', { query: { before }, signal });

export function joinContest(
  kind: ContestKind,
  id: number,
  payment: PayEntryBody,
): Promise<JoinContestReply | JoinCardGameReply> {
  if (kind === 'tap')
    return callOnce(`join:tap:${id}`, 'POST /tap/join-tap', { body: { tap_contest_id: id, ...payment } });
  const route = kind === 'card' ? 'POST /cardGameOne/join-card-game' : 'POST /mathGame/join-game';
  return callOnce(`join:${kind}:${id}`, route, { body: { gameId: id, ...payment } });
}

/** C3. `attempt` identifies a pick of the page, so that a retry of the same pick has the same key. */
export const pickCard = (gameId: number, position: number, attempt: string) =>
  callOnce(`pick:${gameId}:${attempt}`, 'POST /cardGameOne/pick-card', { body: { gameId, position } });

export const getQuestion = (gameId: number, signal?: AbortSignal) =>
  call('GET /mathGame/new-question/:id', { params: { id: gameId }, signal });
/** C4. */
export const pickAnswer = (gameId: number, questionId: string, pickedOption: number) =>
  callOnce(`answer:${questionId}`, 'POST /mathGame/pick-answer', {
    body: {
      gameId,
      questionId,
      pickedOption,
    },
  });
