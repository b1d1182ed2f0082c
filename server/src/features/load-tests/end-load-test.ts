import { and, eq, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { realms } from '../../subjects/subjects.tables.ts';

const CHUNK = 1_000;

/** Cancels the subjects of a realm; provided by the composition of features. Idempotent. */
export type CancelRealm = (realm: number) => Promise<void>;

/**
 * Closes the realm, signs out its players, closes their accounts and cancels its subjects (O5). Every step is
 * idempotent, so that an interrupted call is completed by calling again.
 */
export async function endLoadTest(
  deps: Pick<Deps, 'db' | 'sessions'>,
  cancelRealm: CancelRealm,
  { realm, operatorId }: { realm: number; operatorId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [found] = await tx.orm
      .select()
      .from(realms)
      .where(and(eq(realms.id, realm), eq(realms.kind, 'load_test')))
      .for('no key update');
    if (!found) throw new Refusal('LOAD_TEST_NOT_FOUND', 'Load test not found.');
    if (found.closedAt) return;
    await tx.orm.update(realms).set({ closedAt: sql`clock_timestamp()` }).where(eq(realms.id, realm));
    await writeAudit(tx, {
      operatorId,
      action: 'load-test.end',
      subject: { kind: 'load-test', id: String(realm) },
    });
  });
  while (await closeSomeAccounts(deps, realm));
  await deps.sessions.readChanges();
  await cancelRealm(realm);
}

async function closeSomeAccounts(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  realm: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.client.query<{ id: string }>(
      `UPDATE users SET deleted_at = clock_timestamp() WHERE id IN (
         SELECT id FROM users WHERE realm = $1 AND deleted_at IS NULL ORDER BY id LIMIT $2 FOR NO KEY UPDATE)
       RETURNING id`,
      [realm, CHUNK],
    );
    if (rows.length === 0) return false;
    await sessions.end(tx, { userId: rows.map(({ id }) => id), reason: 'load test ended' });
    return true;
  });
}
