import type { CardGameDetail, JoinCardGameReply, PickCardReply } from '@copup/shared/card-games.ts';
import type { Champion, Contest, ContestKind, JoinContestReply } from '@copup/shared/contests.ts';
import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type { MathGameDetail, MathQuestion, PickAnswerReply } from '@copup/shared/math-games.ts';
import type { TapContestDetail } from '@copup/shared/tap-contests.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestPage } from '../../lib/list-page.ts';

export interface Details {
  tap: TapContestDetail;
  card: CardGameDetail;
  math: MathGameDetail;
}

const lists: Record<ContestKind, string> = {
  tap: '/tap/contests',
  card: '/cardGameOne/card-games',
  math: '/mathGame/all',
};
const details: Record<ContestKind, string> = {
  tap: '/tap/contest',
  card: '/cardGameOne/card-game',
  math: '/mathGame/game',
};

export const listContests = (kind: ContestKind, before: string | undefined, signal: AbortSignal) =>
  requestPage<Contest>(lists[kind], { before }, signal);
/** The path of the list screen, misspelt in the specification. */
export const listCardGames = (before: string | undefined, signal: AbortSignal) =>
  requestPage<Contest>('/cardGamOne/card-games', { before }, signal);
export const getContest = <Kind extends ContestKind>(kind: Kind, id: number, signal?: AbortSignal) =>
  request<Details[Kind]>(`${details[kind]}/${id}`, { signal });
export const listChampions = (before: string | undefined, signal: AbortSignal) =>
  requestPage<Champion>('/tap/winners', { before }, signal);

export function joinContest(
  kind: ContestKind,
  id: number,
  payment: PayEntryBody,
): Promise<JoinContestReply | JoinCardGameReply> {
  if (kind === 'tap')
    return postIntent(`join:tap:${id}`, '/tap/join-tap', { tap_contest_id: id, ...payment });
  const path = kind === 'card' ? '/cardGameOne/join-card-game' : '/mathGame/join-game';
  return postIntent(`join:${kind}:${id}`, path, { gameId: id, ...payment });
}

/** C3. `attempt` identifies a pick of the page, so that a retry of the same pick has the same key. */
export const pickCard = (gameId: number, position: number, attempt: string) =>
  postIntent<PickCardReply>(`pick:${gameId}:${attempt}`, '/cardGameOne/pick-card', { gameId, position });

export const getQuestion = (gameId: number, signal?: AbortSignal) =>
  request<MathQuestion>(`/mathGame/new-question/${gameId}`, { signal });
/** C4. */
export const pickAnswer = (gameId: number, questionId: string, pickedOption: number) =>
  postIntent<PickAnswerReply>(`answer:${questionId}`, '/mathGame/pick-answer', {
    gameId,
    questionId,
    pickedOption,
  });
