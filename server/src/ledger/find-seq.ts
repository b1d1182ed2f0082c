import type { Database } from '../db/database.ts';

/**
 * Returns the number of the last posting of a wallet before a time, 0 without one. A binary search by the number: the
 * times of a wallet's postings rise with it, because each is written under the wallet's lock.
 */
export async function findSeqAt(db: Database, userId: string, at: Date): Promise<number> {
  let low = 0;
  let high = await readLastSeq(db, userId);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const time = await timeOf(db, userId, middle);
    if (time !== undefined && time < at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the number of the last posting of a wallet, 0 without one. */
export async function readLastSeq(db: Database, userId: string): Promise<number> {
  const { rows } = await db.pool.query<{ version: number }>({
    name: 'wallet-version',
    text: 'SELECT version FROM wallets WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.version ?? 0;
}

async function timeOf(db: Database, userId: string, seq: number): Promise<Date | undefined> {
  const { rows } = await db.pool.query<{ at: Date }>({
    name: 'time-of-posting',
    text: `SELECT t.created_at AS at FROM (
        SELECT transfer_id FROM postings WHERE source_id = $1 AND source_seq = $2
        UNION ALL SELECT transfer_id FROM postings WHERE destination_id = $1 AND destination_seq = $2 LIMIT 1
      ) AS p JOIN transfers t ON t.id = p.transfer_id`,
    values: [userId, seq],
  });
  return rows[0]?.at;
}
