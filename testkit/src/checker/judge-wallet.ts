import { isDeepStrictEqual } from 'node:util';
import { type Attempts, groupByKey, type HistoryEvent } from '../history.ts';
import type { WalletFacts } from './wallet-facts.ts';

/** An effect in PostgreSQL of a command on the wallet. */
interface Effect {
  id: string;
  amount: number;
  /** Of a send. */
  recipientId?: string;
}

const commands = new Set(['send', 'payout']);
const attemptsOf = (history: readonly HistoryEvent[]) =>
  groupByKey(history).filter(({ intent }) => commands.has(intent.command));
const nameOf = (command: string, userId: string | undefined, key: string | null) =>
  `${command} ${userId} ${key}`;

/**
 * Checks I4 of sends and payouts: an acknowledged one exists once, as requested and under the id of its receipt, one
 * that timed out at most once, a refused one never; and those of the history's users belong to a request.
 */
export function judgeAcknowledgedMoves(facts: WalletFacts, history: readonly HistoryEvent[]): string[] {
  const violations: string[] = [];
  const effects = effectsOf(facts);
  const requested = new Set<string>();
  for (const attempt of attemptsOf(history)) {
    const { command, key, args, process } = attempt.intent;
    const found = effects.get(nameOf(command, args.userId, key)) ?? [];
    requested.add(nameOf(command, args.userId, key));
    const name = `${command} ${key} of ${process}`;
    if (attempt.verdict === 'ok' && found.length !== 1)
      violations.push(`${name} was acknowledged and exists ${found.length} times`);
    if (attempt.verdict === 'unknown' && found.length > 1)
      violations.push(`${name} was never answered and exists ${found.length} times`);
    if (attempt.verdict === 'fail' && found.length > 0) violations.push(`${name} was refused and exists`);
    for (const { amount, recipientId } of found)
      if (amount !== args.amount || recipientId !== args.recipientId)
        violations.push(`${name} exists with ${amount} coins for ${recipientId}`);
    const id = receiptId(attempt);
    if (id !== undefined && found[0] && found[0].id !== id)
      violations.push(`${name} has the receipt ${id} and is ${found[0].id}`);
  }
  const users = new Set(attemptsOf(history).map(({ intent }) => intent.args.userId));
  for (const { id, senderId, key } of facts.sends)
    if (users.has(senderId) && !requested.has(nameOf('send', senderId, key)))
      violations.push(`send ${id} belongs to no request`);
  return violations;
}

/** Checks I8 of sends and payouts: all replies to one key are equal. */
export function judgeMoveKeys(history: readonly HistoryEvent[]): string[] {
  return attemptsOf(history).flatMap(({ intent: { command, key }, ends }) => {
    const replies = ends.filter(({ type }) => type === 'ok').map(({ reply }) => reply);
    const isSame = replies.every((reply) => isDeepStrictEqual(reply, replies[0]));
    return isSame ? [] : [`${command} ${key} had different replies`];
  });
}

function receiptId({ intent, ends }: Attempts): string | undefined {
  const reply = ends.find(({ type }) => type === 'ok')?.reply as
    | { id?: string; payout?: { id: number } }
    | undefined;
  if (!reply) return undefined;
  return intent.command === 'send' ? reply.id : String(reply.payout?.id);
}

function effectsOf({ sends, payouts }: WalletFacts): Map<string, Effect[]> {
  const all: [string, Effect][] = [
    ...sends.map(({ id, senderId, recipientId, amount, key }): [string, Effect] => [
      nameOf('send', senderId, key),
      { id, amount, recipientId },
    ]),
    ...payouts.map(({ id, userId, amount, key }): [string, Effect] => [
      nameOf('payout', userId, key),
      { id: String(id), amount },
    ]),
  ];
  return new Map(
    [...Map.groupBy(all, ([name]) => name)].map(([name, pairs]) => [name, pairs.map(([, effect]) => effect)]),
  );
}
