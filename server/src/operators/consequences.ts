import { createHash } from 'node:crypto';
import type { Consequences } from '@copup/shared/consequences.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import type { OperatorMove } from './operator-moves.ts';

/** What an action would do now, with the facts that it depends on. */
export interface Outlook {
  lines: Consequences['lines'];
  facts: Readonly<Record<string, string | number | null>>;
  /** How it counts as a move of the operator, if it can need a second one (O3a). */
  counts?: Omit<OperatorMove, 'operatorId'>;
}

/** Reads what an action on an item would do now; undefined without such an item. */
export type ReadOutlook = (source: Database | Transaction, id: string) => Promise<Outlook | undefined>;

/** Sends statements in the transaction, or outside of one. */
export const clientOf = (source: Database | Transaction): Pick<Database['pool'], 'query'> =>
  'client' in source ? (source.client as unknown as Pick<Database['pool'], 'query'>) : source.pool;

export function toConsequences({ lines, facts }: Outlook): Consequences {
  const guard = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
  return { lines, guard };
}

/**
 * Throws FACTS_CHANGED with the new consequences when the facts that the operator saw have changed. Call it under the
 * locks of the command. Without a guard it does nothing.
 */
export async function assertFacts(
  tx: Transaction,
  read: ReadOutlook,
  id: string,
  guard: string | undefined,
): Promise<void> {
  if (guard === undefined) return;
  const outlook = await read(tx, id);
  const now = outlook && toConsequences(outlook);
  // As a header it may be quoted.
  if (!now || now.guard === guard.replaceAll('"', '')) return;
  throw new Refusal('FACTS_CHANGED', 'This changed in the meantime. Read again what will happen.', {
    details: now,
  });
}

const formatted = new Intl.NumberFormat('en-NG');
/** "one player", "412 players". */
export const countInWords = (count: number, noun: string, plural = `${noun}s`): string =>
  count === 1 ? `one ${noun}` : `${formatted.format(count)} ${plural}`;
