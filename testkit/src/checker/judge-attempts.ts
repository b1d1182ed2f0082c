import { isDeepStrictEqual } from 'node:util';
import { type Attempts, type CommandName, groupByKey, type HistoryEvent, repliesOf } from '../history.ts';

/**
 * I4: an acknowledged command has exactly one effect in PostgreSQL, one that was never answered at most one, and a refused
 * one none, unless the effect may be that of another command.
 */
export function judgeCounts(
  attempts: readonly Attempts[],
  countOf: (attempt: Attempts) => number,
  mayBeOfAnother: (attempt: Attempts) => boolean = () => false,
): string[] {
  return attempts.flatMap((attempt) => {
    const { command, key, process } = attempt.intent;
    const name = `${command} ${key} of ${process}`;
    const count = countOf(attempt);
    if (attempt.verdict === 'ok' && count !== 1)
      return [`${name} was acknowledged and exists ${count} times`];
    if (attempt.verdict === 'unknown' && count > 1)
      return [`${name} was never answered and exists ${count} times`];
    const isWrong = attempt.verdict === 'fail' && count > 0 && !mayBeOfAnother(attempt);
    return isWrong ? [`${name} was refused and exists`] : [];
  });
}

const plays = ['tap', 'pick', 'answer'] as const;
/** The fields of the reply to a play that a repetition must return again; score and rank may have changed since. */
const kept = [
  ...['batch', 'accepted', 'dropped', 'nonce', 'position', 'pickedCard', 'cards', 'correct', 'newQuestion'],
];
/** By command: the part of its reply that a repetition must return again. */
const repeatedParts = new Map<CommandName, (reply: unknown) => unknown>([
  ...(['bid', 'pay-entry', 'send', 'payout', 'buy-ticket', 'submit-answer'] as const).map(
    (command) => [command, (reply: unknown) => reply] as const,
  ),
  ...plays.map(
    (command) =>
      [command, (reply: unknown) => kept.map((field) => (reply as Record<string, unknown>)[field])] as const,
  ),
]);

/** I8: all replies to one key are equal. */
export const judgeReplies = (history: readonly HistoryEvent[]): string[] =>
  groupByKey(history).flatMap((attempt) => {
    const { command, key } = attempt.intent;
    const repeatedPart = repeatedParts.get(command);
    const [first, ...others] = repeatedPart ? repliesOf(attempt).map(repeatedPart) : [];
    return others.every((other) => isDeepStrictEqual(other, first))
      ? []
      : [`${command} ${key} had different replies`];
  });
