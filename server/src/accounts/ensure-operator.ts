import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { createUsers } from './create-users.ts';
import { findUserByEmail } from './users.queries.ts';
import { users } from './users.tables.ts';

/** Any constant will do; it must only differ from other advisory locks on this database. */
const LOCK = 7_301_003;

/**
 * S8: makes sure that the configured operator exists. A password they have chosen since is left alone; a player with that
 * address becomes an operator with the configured password. Several servers may call it at once.
 */
export async function ensureOperator(
  deps: Pick<Deps, 'db' | 'passwords' | 'sessions' | 'newId' | 'randomBytes'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const known = await findUserByEmail(deps.db, email);
  if (known?.role === 1) return;
  const passwordHash = await deps.passwords.hash(password);
  await inTransaction(deps.db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const user = await findUserByEmail(tx, email);
    if (user?.role === 1) return;
    if (user) {
      await tx.orm
        .update(users)
        .set({ role: 1, passwordHash, credentialsChangedAt: sql`clock_timestamp()` })
        .where(eq(users.id, user.id));
      await deps.sessions.end(tx, { userId: user.id, reason: 'became operator' });
      await deps.sessions.tellUsersChanged(tx, [user.id]);
      return;
    }
    const suffix = deps.randomBytes(4).toString('hex');
    await createUsers(tx, deps, [
      { username: `operator_${suffix}`, email, fullName: 'Operator', passwordHash, role: 1 },
    ]);
  });
}
