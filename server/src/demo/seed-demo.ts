import { createUsers } from '../accounts/create-users.ts';
import { findUserByEmail } from '../accounts/users.queries.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { DEMO_COINS, demoOperator, demoPlayers } from './demo-accounts.ts';

type SeedDeps = Pick<Deps, 'db' | 'passwords' | 'newId' | 'randomBytes'>;

/** Any constant will do; it must only differ from other advisory locks on this database. */
const LOCK = 7_301_004;

/**
 * An operator and two players with coins, where nobody has registered and nothing was auctioned yet. True when this
 * database is a demo, newly or since long. Several servers may call it at once.
 */
export async function seedDemo(deps: SeedDeps): Promise<boolean> {
  const state = await readState(deps.db.pool);
  if (state.isDemo) return true;
  if (!state.isEmpty) return false;
  // Hashed before the transaction begins (L5).
  const newcomers = await Promise.all(
    [
      { ...demoOperator, role: 1 as const },
      ...demoPlayers.map((player) => ({ ...player, role: 0 as const })),
    ].map(async ({ password, ...user }) => ({ ...user, passwordHash: await deps.passwords.hash(password) })),
  );
  return inTransaction(deps.db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { isDemo, isEmpty } = await readState(tx.client);
    if (isDemo || !isEmpty) return isDemo;
    // The configured operator may have the demo's address.
    const isTaken = (await findUserByEmail(tx, demoOperator.email)) !== undefined;
    const wanted = newcomers.filter(({ email }) => !(isTaken && email === demoOperator.email));
    const users = await createUsers(tx, deps, wanted);
    await postTransfers(
      tx,
      users
        .filter(({ role }) => role === 0)
        .map(({ id }) => ({
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

/** The configured operator does not count: they are there before anybody. */
async function readState(source: {
  query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;
}): Promise<DemoState> {
  const { rows } = await source.query(
    `SELECT EXISTS (SELECT FROM users WHERE email = $1) AS "isDemo",
       NOT EXISTS (SELECT FROM users WHERE role = 0) AND NOT EXISTS (SELECT FROM auctions) AS "isEmpty"`,
    [demoPlayers[0].email],
  );
  return rows[0] as DemoState;
}
