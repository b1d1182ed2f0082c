import { createUsers } from './accounts/create-users.ts';
import { inTransaction } from './db/in-transaction.ts';
import { DEMO_COINS, demoOperators, demoPlayers } from './demo-accounts.ts';
import type { Deps } from './deps.ts';
import type { DemoContent } from './feature.ts';
import { postTransfers } from './ledger/post-transfers.ts';

type SeedDeps = Pick<Deps, 'db' | 'passwords' | 'newId' | 'randomBytes'>;

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_004;

/**
 * Creates two operators and two players with coins, if no player has registered and no feature has content yet. Returns
 * whether this database is a demo, new or existing. Several servers may call it at the same time.
 */
export async function seedDemo(deps: SeedDeps, contents: readonly DemoContent[]): Promise<boolean> {
  const state = await readState(deps.db.pool);
  if (state.isDemo || !state.isEmpty) return state.isDemo;
  for (const content of contents) if (await content.exists(deps.db)) return false;
  // Hashed before the transaction begins (L5).
  const [operators, players] = await Promise.all([
    Promise.all(
      demoOperators.map(async ({ password, ...user }) => ({
        ...user,
        role: 1 as const,
        isFirstOperator: true,
        passwordHash: await deps.passwords.hash(password),
      })),
    ),
    Promise.all(
      demoPlayers.map(async ({ password, ...user }) => ({
        ...user,
        isDemo: true,
        passwordHash: await deps.passwords.hash(password),
      })),
    ),
  ]);
  return inTransaction(deps.db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
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
    const users = await createUsers(tx, deps, players);
    await postTransfers(
      tx,
      users.map(({ id }) => ({
        id: deps.newId(),
        kind: 'adjust' as const,
        realm: 0,
        subject: { kind: 'user', id },
        key: `demo:${id}`,
        postings: [{ from: { kind: 'issuance' }, to: { kind: 'available', id }, amount: DEMO_COINS }],
      })),
    );
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
