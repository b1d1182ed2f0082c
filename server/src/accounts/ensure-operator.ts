import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { createUsers } from './create-users.ts';
import { findUserByEmail } from './users.queries.ts';
import { type UserRow, users } from './users.tables.ts';

type EnsureDeps = Pick<Deps, 'db' | 'passwords' | 'sessions' | 'newId' | 'randomBytes'>;

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_003;

/** Ensures that the configured first operators exist (S8, O3a). Several servers may call it at the same time. */
export async function ensureOperators(
  deps: EnsureDeps,
  { emails, password }: { emails: readonly string[]; password: string },
): Promise<void> {
  for (const email of emails) await ensureOperator(deps, { email, password });
}

/**
 * Ensures one first operator, who may approve without a waiting time. Keeps a password that the operator has changed
 * since; a player with that address becomes an operator with the configured password.
 */
export async function ensureOperator(
  deps: EnsureDeps,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (isFirstOperator(await findUserByEmail(deps.db, email))) return;
  const passwordHash = await deps.passwords.hash(password);
  await inTransaction(deps.db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const user = await findUserByEmail(tx, email);
    if (isFirstOperator(user)) return;
    const first = { role: 1, isFirstOperator: true, promotedBy: null } as const;
    if (user?.role === 1) {
      await tx.orm.update(users).set(first).where(eq(users.id, user.id));
      return;
    }
    if (user) {
      await tx.orm
        .update(users)
        .set({ ...first, passwordHash, credentialsChangedAt: sql`clock_timestamp()` })
        .where(eq(users.id, user.id));
      await deps.sessions.end(tx, { userId: user.id, reason: 'became operator' });
      await deps.sessions.publishUserChanges(tx, [user.id]);
      return;
    }
    const suffix = deps.randomBytes(4).toString('hex');
    const username = `operator_${suffix}`;
    await createUsers(tx, deps, [
      { username, email, fullName: 'Operator', passwordHash, role: 1, isFirstOperator: true },
    ]);
  });
}

const isFirstOperator = (user: UserRow | undefined) => user?.role === 1 && user.isFirstOperator;
