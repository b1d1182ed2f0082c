import { LOAD_TEST_LIFE_MS } from '@copup/shared/admin.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { realms } from '../../subjects/subjects.tables.ts';

const CHUNK = 1_000;

/** Cancels the subjects of a realm; provided by the composition of features. Idempotent. */
export type CancelRealm = (realm: number) => Promise<void>;

type EndDeps = Pick<Deps, 'db' | 'sessions'>;

interface EndLoadTest {
  realm: number;
  operatorId: string;
  /** Recorded in the operators' log. */
  action?: 'load-test.end' | 'load-test.expire';
}

/**
 * Closes the realm, signs out its players, closes their accounts and cancels its subjects (O5). Every step is
 * idempotent, so that an interrupted call is completed by calling again.
 */
export async function endLoadTest(
  deps: EndDeps,
  cancelRealm: CancelRealm,
  { realm, operatorId, action = 'load-test.end' }: EndLoadTest,
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
      action,
      subject: { kind: 'load-test', id: String(realm) },
      realm,
    });
  });
  while (await closeSomeAccounts(deps, realm));
  await deps.sessions.readChanges();
  await cancelRealm(realm);
  await deps.db.orm
    .update(realms)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(realms.id, realm), isNull(realms.endedAt)));
}

/**
 * Ends each load test that has existed for a day, as the call does and in the name of its creator, and completes ends that
 * were interrupted (O5). Several servers may run it concurrently.
 */
export async function endExpired(deps: EndDeps, cancelRealm: CancelRealm): Promise<void> {
  const { rows } = await deps.db.pool.query<{ realm: number; operatorId: string }>({
    name: 'load-tests-expired',
    text: `SELECT id AS realm, created_by AS "operatorId" FROM realms
      WHERE kind = 'load_test' AND ended_at IS NULL
        AND (created_at <= statement_timestamp() - $1 * interval '1 ms' OR closed_at <= statement_timestamp() - interval '5 minutes')
      ORDER BY created_at`,
    values: [LOAD_TEST_LIFE_MS],
  });
  const errors: unknown[] = [];
  for (const { realm, operatorId } of rows) {
    const end = endLoadTest(deps, cancelRealm, { realm, operatorId, action: 'load-test.expire' });
    await end.catch((error) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function closeSomeAccounts({ db, sessions }: EndDeps, realm: number): Promise<boolean> {
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
