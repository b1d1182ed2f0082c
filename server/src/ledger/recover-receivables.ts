import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { postTransfers } from './post-transfers.ts';
import { takeRecoveries } from './receivables.ts';
import { lockFreeWallets } from './wallets.ts';

/** Maximum number of users of one transaction. */
const CHUNK = 100;

/**
 * Takes what users owe from coins that they had available already (X5): later ones are taken as they arrive, except by
 * servers of an earlier version. Skips wallets that another transaction has locked; the next run takes them.
 */
export async function recoverReceivables(db: Database): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await db.pool.query<{ userId: string }>({
      name: 'recoverable-users',
      text: `SELECT DISTINCT r.user_id AS "userId" FROM receivables r JOIN wallets w ON w.user_id = r.user_id
        WHERE r.recovered < r.amount AND w.available > 0 AND r.user_id > $1 ORDER BY r.user_id LIMIT ${CHUNK}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (!last) return;
    await inTransaction(db, async (tx) => {
      const free = await lockFreeWallets(
        tx,
        rows.map(({ userId }) => userId),
      );
      await postTransfers(tx, await takeRecoveries(tx, [...free.keys()]));
    });
    if (rows.length < CHUNK) return;
    after = last.userId;
  }
}
