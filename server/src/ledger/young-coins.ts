import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { purgeInChunks } from '../db/purge.ts';
import type { Subject } from '../subject.ts';
import type { Wallet } from './wallets.ts';

/** Coins of a wallet, available or held, that cannot be paid out before a date (X17). */
export interface YoungCoins {
  amount: number;
  until: Date;
}

/**
 * Lists the young coins of a wallet, those first that can be paid out first. A wallet without any needs no statement.
 * Lock the wallet before a decision.
 */
export async function listYoungCoins(
  source: Database | Transaction,
  { userId, hasLots }: Pick<Wallet, 'userId' | 'hasLots'>,
): Promise<YoungCoins[]> {
  if (!hasLots) return [];
  const { rows } = await ('client' in source ? source.client : source.pool).query<YoungCoins>({
    name: 'young-coins',
    text: `SELECT sum(amount)::bigint AS amount, until FROM young_lots WHERE holder = $1 GROUP BY until ORDER BY until`,
    values: [userId],
  });
  return rows;
}

/**
 * Freezes the coins of a purchase that are still young, wherever they are, until a time at the latest; null ends it (X17).
 * `key` is the key of the purchase's transfer.
 */
export async function freezePurchase(tx: Transaction, key: string, until: Date | null): Promise<void> {
  await tx.client.query({
    name: 'freeze-purchase',
    text: `SELECT freeze_lots(transfer_id, $2) FROM transfer_keys WHERE kind = 'purchase' AND key = $1`,
    values: [key, until],
  });
}

/** Returns until when coins that a user paid for a subject are young; undefined when none is. */
export async function youngUntil(
  tx: Transaction,
  { kind, id }: Subject,
  userId: string,
): Promise<Date | undefined> {
  const { rows } = await tx.client.query<{ until: Date | null }>({
    name: 'young-until',
    text: `SELECT max(l.until) AS until FROM transfers t JOIN young_lots l ON l.holder = t.id
      WHERE t.subject_id = $2 AND t.subject_kind = $1 AND l.payer = $3`,
    values: [kind, id, userId],
  });
  return rows[0]?.until ?? undefined;
}

/** Removes what the ledger remembers of coins that are no longer young. Their balances stay as they are. */
export function purgeOldLots(db: Database): Promise<number> {
  return purgeInChunks(async () => {
    const { rows } = await db.pool.query<{ removed: number }>({
      name: 'purge-lots',
      text: 'SELECT purge_lots() AS removed',
    });
    return rows[0]?.removed ?? 0;
  });
}
