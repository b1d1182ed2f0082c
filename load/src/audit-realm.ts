import { check } from '@copup/testkit/checker/checker.ts';
import { openDatabase } from '@copup/testkit/database.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';

/**
 * The checker of the drills on the realm, with the ledger's own audit, where the target's database is at hand. Undefined
 * when this database does not know the realm's players: it is another server's.
 */
export async function auditRealm(
  databaseUrl: string,
  { realm, userId, history }: { realm: number; userId: string; history: readonly HistoryEvent[] },
): Promise<string[] | undefined> {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: 'copup-load' });
  try {
    const { rowCount } = await db.pool.query('SELECT 1 FROM users WHERE id = $1 AND realm = $2', [
      userId,
      realm,
    ]);
    if (!rowCount) return undefined;
    const verdicts = await check({ db, history, watchers: [], realm });
    return verdicts.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`));
  } finally {
    await db.close();
  }
}
