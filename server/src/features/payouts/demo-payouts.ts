import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { demoOperator, demoPlayers } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';
import { decideWithin, type PayoutDecision } from './decide-payout.ts';
import { holdPayout } from './request-payout.ts';

type SeedDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_029;

interface DemoPayout {
  player: number;
  coins: number;
  bank: string;
  /** What an operator decided, in this order. */
  decisions: readonly Pick<PayoutDecision, 'action' | 'reason' | 'bankReference'>[];
}

/** One payout in each state, the open ones last, since a player has one open payout. */
const demoPayouts: readonly DemoPayout[] = [
  {
    player: 0,
    coins: 250,
    bank: 'access',
    decisions: [{ action: 'approve' }, { action: 'pay', bankReference: 'ACC-0921-77431' }],
  },
  {
    player: 0,
    coins: 120,
    bank: 'wema',
    decisions: [{ action: 'approve' }, { action: 'return', reason: 'The account is closed' }],
  },
  {
    player: 0,
    coins: 90,
    bank: 'opay',
    decisions: [{ action: 'reject', reason: 'The account name is not yours' }],
  },
  { player: 0, coins: 400, bank: 'gtb', decisions: [] },
  { player: 1, coins: 150, bank: 'kuda', decisions: [{ action: 'approve' }] },
];

export async function hasPayouts(db: Database): Promise<boolean> {
  return (await db.pool.query('SELECT FROM payouts LIMIT 1')).rowCount === 1;
}

/** Creates the payouts of the demo's players once (X11): one in each state, one of them for the operators to decide. */
export async function seedPayouts(deps: SeedDeps): Promise<void> {
  if (await hasPayouts(deps.db)) return;
  await inTransaction(deps.db, async (tx) => {
    await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await tx.client.query<{ isSeeded: boolean }>(
      'SELECT EXISTS (SELECT FROM payouts) AS "isSeeded"',
    );
    if (rows[0]?.isSeeded) return;
    const operatorId = await findId(tx, demoOperator.email);
    for (const payout of demoPayouts) await seedPayout(tx, deps, payout, operatorId);
  });
}

async function seedPayout(
  tx: Transaction,
  deps: SeedDeps,
  { player, coins, bank, decisions }: DemoPayout,
  operatorId: string | undefined,
): Promise<void> {
  const owner = demoPlayers[player];
  const userId = owner && (await findId(tx, owner.email));
  if (!owner || userId === undefined || operatorId === undefined) return;
  const { id } = await holdPayout(tx, deps, userId, {
    bid_points: coins,
    account_name: owner.fullName,
    account_number: '0123456789',
    bank_name: bank,
  });
  for (const decision of decisions) await decideWithin(tx, deps, { ...decision, payoutId: id, operatorId });
}

async function findId(tx: Transaction, email: string): Promise<string | undefined> {
  const { rows } = await tx.client.query<{ id: string }>(
    'SELECT id FROM users WHERE email = $1 AND deleted_at IS NULL',
    [email],
  );
  return rows[0]?.id;
}
