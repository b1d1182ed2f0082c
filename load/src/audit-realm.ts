import { check } from '@copup/testkit/checker/checker.ts';
import { openDatabase } from '@copup/testkit/database.ts';
import type { HistoryEvent } from '@copup/testkit/history.ts';

/**
 * Runs the checker of the drills and the ledger's audit on the realm, in the target's database. Returns undefined if the
 * database does not contain the realm's players and so belongs to another server.
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
    return verdicts.flatMap(({ id, violations }) => violations.map((violation) => `${id}: ${violation}`));
  } finally {
    await db.close();
  }
}
