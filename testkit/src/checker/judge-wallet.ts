import { type Attempts, groupByKey, type HistoryEvent, replyOf } from '../history.ts';
import { judgeCounts } from './judge-attempts.ts';
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
  const effects = effectsOf(facts);
  const attempts = attemptsOf(history);
  const named = ({ intent: { command, key, args } }: Attempts) => nameOf(command, args.userId, key);
  const violations = judgeCounts(attempts, (attempt) => effects.get(named(attempt))?.length ?? 0);
  for (const attempt of attempts) {
    const { command, key, args, process } = attempt.intent;
    const found = effects.get(named(attempt)) ?? [];
    const name = `${command} ${key} of ${process}`;
    for (const { amount, recipientId } of found)
      if (amount !== args.amount || recipientId !== args.recipientId)
        violations.push(`${name} exists with ${amount} coins for ${recipientId}`);
    const id = receiptId(attempt);
    if (id !== undefined && found[0] && found[0].id !== id)
      violations.push(`${name} has the receipt ${id} and is ${found[0].id}`);
  }
  const requested = new Set(attempts.map(named));
  const users = new Set(attempts.map(({ intent }) => intent.args.userId));
  for (const { id, senderId, key } of facts.sends)
    if (users.has(senderId) && !requested.has(nameOf('send', senderId, key)))
      violations.push(`send ${id} belongs to no request`);
  return violations;
}

function receiptId(attempt: Attempts): string | undefined {
  const reply = replyOf<{ id?: string; payout?: { id: number } }>(attempt);
  if (!reply) return undefined;
  return attempt.intent.command === 'send' ? reply.id : String(reply.payout?.id);
}

function effectsOf({ sends, payouts }: WalletFacts): Map<string, Effect[]> {
  const all = [
    ...sends.map((row) => ({ ...row, name: nameOf('send', row.senderId, row.key) })),
    ...payouts.map((row) => ({ ...row, id: String(row.id), name: nameOf('payout', row.userId, row.key) })),
  ];
  return Map.groupBy<string, Effect & { name: string }>(all, ({ name }) => name);
}
