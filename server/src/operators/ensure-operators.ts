import { createUsers } from '../accounts/create-users.ts';
import { findUserByEmail } from '../accounts/users.queries.ts';
import { takeLock } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { linkMail, openOperatorLink } from './operator-links.ts';

type EnsureDeps = Pick<Deps, 'db' | 'log' | 'config' | 'mail' | 'passwords' | 'newId' | 'randomBytes'>;

/**
 * Creates the configured first operators, who may approve without a waiting time, while there is no operator at all (S8,
 * O3a). No start ever promotes an account or changes a password. Without a password each receives a link by mail to
 * choose one. Several servers may call it at the same time.
 */
export async function ensureOperators(
  deps: EnsureDeps,
  { emails, password }: { emails: readonly string[]; password: string | undefined },
): Promise<void> {
  if (await hasOperator(deps.db.pool)) return;
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password);
  await inTransaction(deps.db, async (tx) => {
    await takeLock(tx, 'operators');
    if (await hasOperator(tx.client)) return;
    for (const email of emails) await createOperator(tx, deps, email, passwordHash);
  });
}

async function createOperator(
  tx: Transaction,
  deps: EnsureDeps,
  email: string,
  passwordHash: string | null,
): Promise<void> {
  if (await findUserByEmail(tx, email)) {
    deps.log.warn(
      { email },
      'an address of ADMIN_EMAIL belongs to a player, who does not become an operator by a start',
    );
    return;
  }
  const username = `operator_${deps.randomBytes(4).toString('hex')}`;
  const first = { operatorRole: 'owner', isFirstOperator: true } as const;
  const [user] = await createUsers(tx, deps, [
    { username, email, fullName: 'Operator', passwordHash, ...first },
  ]);
  if (!user || passwordHash !== null) return;
  const link = await openOperatorLink(tx, { ...deps, publicUrl: deps.config.publicUrl }, user.id);
  await deps.mail.enqueue(tx, { to: email, ...linkMail(link) });
}

async function hasOperator(source: Pick<Database['pool'], 'query'>): Promise<boolean> {
  const { rows } = await source.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM users WHERE operator_since IS NOT NULL AND role = 1 AND deleted_at IS NULL) AS has`,
  );
  return rows[0]?.has === true;
}
