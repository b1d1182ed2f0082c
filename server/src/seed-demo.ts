import { createUsers } from './accounts/create-users.ts';
import { inTransaction } from './db/in-transaction.ts';
import { demoOperators, demoPlayers } from './demo-accounts.ts';
import { giveDemoCoins, lockDemo } from './demo-content.ts';
import type { Deps } from './deps.ts';
import type { DemoContent } from './feature.ts';

type SeedDeps = Pick<Deps, 'db' | 'passwords' | 'newId' | 'randomBytes'>;

/**
 * Creates two operators and two players with coins, if no player has registered and no feature has content yet. Returns
 * whether this database is a demo, new or existing. Several servers may call it at the same time.
 */
export async function seedDemo(deps: SeedDeps, contents: readonly DemoContent[]): Promise<boolean> {
  const state = await readState(deps.db.pool);
  if (state.isDemo || !state.isEmpty) return state.isDemo;
  for (const content of contents) if (await content.exists(deps.db)) return false;
  // Hashed before the transaction begins (L5).
  const hashed = <User extends { password: string }>(users: readonly User[]) =>
    Promise.all(
      users.map(async ({ password, ...user }) => ({
        ...{ ...user, passwordHash: await deps.passwords.hash(password) },
      })),
    );
  const [operators, players] = await Promise.all([
    hashed(demoOperators.map((user) => ({ ...user, operatorRole: 'owner' as const, isFirstOperator: true }))),
    hashed(demoPlayers.map((user) => ({ ...user, isDemo: true }))),
  ]);
  return inTransaction(deps.db, async (tx) => {
    await lockDemo(tx, 'accounts');
    const { isDemo, isEmpty } = await readState(tx.client);
    if (isDemo || !isEmpty) return isDemo;
    // A configured operator may use the address of a demo account.
    const { rows: taken } = await tx.client.query<{ email: string }>(
      'SELECT email::text FROM users WHERE email = ANY($1::citext[])',
      [operators.map(({ email }) => email)],
    );
    const isTaken = new Set(taken.map(({ email }) => email.toLowerCase()));
    await createUsers(
      tx,
      deps,
      operators.filter(({ email }) => !isTaken.has(email)),
    );
    await giveDemoCoins(tx, deps, await createUsers(tx, deps, players));
    return true;
  });
}

interface DemoState {
  isDemo: boolean;
  isEmpty: boolean;
}

/** Ignores the configured operators, which exist before any other account. */
async function readState(source: {
  query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;
}): Promise<DemoState> {
  const { rows } = await source.query(
    `SELECT EXISTS (SELECT FROM users WHERE email = $1) AS "isDemo",
       NOT EXISTS (SELECT FROM users WHERE role = 0) AS "isEmpty"`,
    [demoPlayers[0].email],
  );
  return rows[0] as DemoState;
}
