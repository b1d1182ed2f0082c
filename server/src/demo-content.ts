import { createUsers, type NewUser } from './accounts/create-users.ts';
import { findUserByEmail } from './accounts/users.queries.ts';
import type { UserRow } from './accounts/users.tables.ts';
import { lockNumbers } from './db/advisory-locks.ts';
import type { Database } from './db/database.ts';
import { inTransaction, type Transaction } from './db/in-transaction.ts';
import { DEMO_COINS, demoOperator, demoPlayers } from './demo-accounts.ts';
import type { Deps } from './deps.ts';
import type { DemoContent } from './feature.ts';
import { ensureFund, findFund, lockFunds } from './ledger/accounts.ts';
import { postTransfers } from './ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from './ledger/rewards.ts';

/** The first key of the advisory locks of the demo; the second one is of the content. */
const LOCK = lockNumbers.demo;
const REWARDS_CHUNK = 10_000;

type Source = Pick<Transaction['client'], 'query'>;

const isFilled = async (source: Source, table: string) =>
  (await source.query(`SELECT FROM ${table} LIMIT 1`)).rowCount !== 0;

/** Returns whether a table has rows: then a database that is no demo does not become one. */
export const hasRows =
  (table: string) =>
  ({ pool }: Pick<Database, 'pool'>): Promise<boolean> =>
    isFilled(pool, table);

/** Lets one server at a time write this content. */
export const lockDemo = ({ client }: Transaction, content: string) =>
  client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, content]);

/** Calls `create` if the table has no rows, also when several servers do so at the same time. */
export async function createOnce(
  { db }: Pick<Deps, 'db'>,
  table: string,
  create: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  if (await isFilled(db.pool, table)) return;
  await inTransaction(db, async (tx) => {
    await lockDemo(tx, table);
    if (!(await isFilled(tx.client, table))) await create(tx);
  });
}

/** Content of one table that is created once. */
export const demoOnce = (
  table: string,
  create: (tx: Transaction, deps: Deps) => Promise<unknown>,
): DemoContent => ({
  exists: hasRows(table),
  renew: (deps) => createOnce(deps, table, (tx) => create(tx, deps)),
});

interface DemoStep {
  /** An SQL condition, which may name the values of the content. */
  isMissing: string;
  create(deps: Deps): Promise<unknown>;
}

/**
 * Content whose parts are created in this order when they are missing. The steps commit on their own; one server takes
 * them, and the others do not wait for it.
 */
export function demoInSteps(
  table: string,
  values: (deps: Pick<Deps, 'clock'>) => readonly unknown[],
  steps: Readonly<Record<string, DemoStep>>,
): DemoContent {
  const text = `SELECT ${Object.entries(steps).map(([name, { isMissing }]) => `${isMissing} AS ${name}`)}`;
  const findMissing = async (deps: Deps, source: Source) => {
    const query = { name: `demo-${table}-missing`, text, values: [...values(deps)] };
    const [found] = (await source.query(query)).rows as Record<string, boolean>[];
    return Object.keys(steps).find((name) => found?.[name]);
  };
  return {
    exists: hasRows(table),
    async renew(deps) {
      if ((await findMissing(deps, deps.db.pool)) === undefined) return;
      await inTransaction(deps.db, async ({ client }) => {
        const { rows } = await client.query<{ isMine: boolean }>({
          name: 'demo-lock',
          text: 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS "isMine"',
          values: [LOCK, table],
        });
        if (!rows[0]?.isMine) return;
        // The lock's transaction is idle while the steps run in others.
        await client.query("SET LOCAL idle_in_transaction_session_timeout = '60s'");
        // A step may cause an earlier one.
        for (let nth = 0; nth < 2 * Object.keys(steps).length; nth += 1) {
          const name = await findMissing(deps, client);
          if (name === undefined) return;
          await steps[name]?.create(deps);
        }
      });
    },
  };
}

/** The step that creates players who cannot sign in; their names are the value `nth`. */
export const demoUsersStep = (
  nth: number,
  users: readonly Pick<NewUser, 'username' | 'fullName'>[],
  give?: typeof giveDemoCoins,
): DemoStep => ({
  isMissing: `(SELECT count(*) FROM users WHERE username = ANY($${nth}::citext[])) < cardinality($${nth}::text[])`,
  create: (deps) =>
    inTransaction(deps.db, async (tx) => {
      const rows = users.map((user) => ({ ...user, email: null, passwordHash: null }));
      const created = await createUsers(tx, deps, rows);
      await give?.(tx, deps, created);
    }),
});

export const giveDemoCoins = (
  tx: Transaction,
  { newId }: Pick<Deps, 'newId'>,
  users: readonly { id: string }[],
): Promise<void> =>
  postTransfers(
    tx,
    users.map(({ id }) => ({
      id: newId(),
      kind: 'adjust' as const,
      realm: 0,
      subject: { kind: 'user', id },
      key: `demo:${id}`,
      postings: [{ from: { kind: 'issuance' }, to: { kind: 'available', id }, amount: DEMO_COINS }],
    })),
  );

/** The operator and the players of the demo; undefined where an account does not exist. */
export async function findDemoPeople({
  db,
}: Pick<Deps, 'db'>): Promise<{ operator: UserRow | undefined; players: (UserRow | undefined)[] }> {
  const emails = [demoOperator, ...demoPlayers].map(({ email }) => email);
  const [operator, ...players] = await Promise.all(emails.map((email) => findUserByEmail(db, email)));
  return { operator, players };
}

/** Sets a setting unless it was ever set. */
export async function setOnce(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  key: string,
  value: unknown,
): Promise<void> {
  const { rowCount } = await db.pool.query({
    name: 'demo-setting',
    text: 'INSERT INTO settings (key, value) VALUES ($1, $2::jsonb) ON CONFLICT (key) DO NOTHING',
    values: [key, JSON.stringify(value)],
  });
  if (rowCount) await settings.refresh();
}

/**
 * Issues coins to `rewards` if it has fewer than needed for a subsidy: a demo has no second operator who could fund it.
 * Runs in a separate transaction, since the subject is created in its own.
 */
export async function fundDemoRewards(
  { db, newId }: Pick<Deps, 'db' | 'newId'>,
  needed: number,
): Promise<void> {
  if (((await findFund(db, rewardsOf(0)))?.balance ?? 0) >= needed) return;
  await inTransaction(db, async (tx) => {
    const { id: fundId } = await ensureFund(tx, newId(), rewardsOf(0));
    const balance = (await lockFunds(tx, [fundId])).get(fundId)?.balance ?? 0;
    if (balance >= needed) return;
    const id = newId();
    const amount = needed + REWARDS_CHUNK;
    await postTransfers(tx, [issueRewards({ id, realm: 0, key: `demo:${id}`, fundId, amount })]);
  });
}
