import type { ContestKind } from '@copup/shared/contests.ts';
import type { MathQuestion } from '@copup/shared/math-games.ts';
import type { Outcome } from './history.ts';
import type { Player, SendOptions } from './players.ts';

/** The call that joins a contest of each kind, the field of its body that names the contest, and the call that shows it. */
export const contestCalls = {
  tap: { join: '/tap/join-tap', idField: 'tap_contest_id', detail: '/tap/contest' },
  card: { join: '/cardGameOne/join-card-game', idField: 'gameId', detail: '/cardGameOne/card-game' },
  math: { join: '/mathGame/join-game', idField: 'gameId', detail: '/mathGame/game' },
} as const satisfies Record<ContestKind, { join: string; idField: string; detail: string }>;

export function joinContest(
  player: Player,
  { kind, id }: { kind: ContestKind; id: number },
  own: SendOptions = {},
): Promise<Outcome> {
  const { join, idField } = contestCalls[kind];
  return player.sendRecorded('join-contest', join, { contestId: id }, { [idField]: id }, own);
}

export function pickCard(
  player: Player,
  contestId: number,
  position: number,
  own: SendOptions = {},
): Promise<Outcome> {
  const body = { gameId: contestId, position };
  return player.sendRecorded('pick', '/cardGameOne/pick-card', { contestId, position }, body, own);
}

/** The open question of the player. Rejects when the server refuses it. */
export const readQuestion = (player: Player, contestId: number): Promise<MathQuestion> =>
  player.read(`/mathGame/new-question/${contestId}`);

export function answerQuestion(
  player: Player,
  contestId: number,
  { id, number1, number2 }: MathQuestion,
  picked: number,
  own: SendOptions = {},
): Promise<Outcome> {
  const args = { contestId, question: { id, number1, number2 }, picked };
  const body = { gameId: contestId, questionId: id, pickedOption: picked };
  return player.sendRecorded('answer', '/mathGame/pick-answer', args, body, own);
}
