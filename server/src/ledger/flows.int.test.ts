import { createUsers } from '@copup/testkit/builders.ts';
import { available, bonus, held, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { beforeEach, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../test/earlier-transactions.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { withConnection } from '../db/with-connection.ts';
import { platformAccounts } from './accounts.ts';
import { balanceOfKind, readFlows, rollUpFlows } from './flows.ts';
import { forgetPositions } from './forget-positions.ts';
import { platformBalance } from './platform-accounts.ts';

withoutAudit();

const test = useTestDatabase();

let postings: number;
const countOf = async () => (await readFlows(test.db, 0)).flows.reduce((sum, flow) => sum + flow.postings, 0);
async function rolledUp(): Promise<void> {
  await untilEarlierEnded(test.db);
  // Two servers at once.
  await Promise.all([rollUpFlows(test.db), rollUpFlows(test.db)]);
  expect(await countOf()).toBe(postings);
}

beforeEach(async () => {
  const [ada, bayo] = await createUsers(test.db, 2, { coins: 1_000, bonus: 50 });
  if (!ada || !bayo) throw new Error('no users');
  const revenue = { kind: 'revenue' } as const;
  for (let nth = 1; nth <= 20; nth += 1) {
    await post(
      test.db,
      move(available(ada), available(bayo), nth, { kind: 'send' }),
      move(available(ada), held(ada), 2 * nth, { kind: 'bid_hold' }),
      move(held(ada), revenue, nth, { kind: 'bid_capture' }),
      move(bonus(bayo), revenue, 1, { kind: 'entry_fee' }),
    );
  }
  const { rows } = await test.db.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM postings WHERE realm = 0',
  );
  postings = rows[0]?.count ?? 0;
});

async function expectRight() {
  const { flows } = await readFlows(test.db, 0);
  for (const account of platformAccounts)
    expect([account, balanceOfKind(flows, account)]).toEqual([
      account,
      await platformBalance(test.db, account, 'coin', 0),
    ]);
  const { rows } = await test.db.pool.query<Record<string, number>>(
    `SELECT sum(available)::bigint AS available, sum(held)::bigint AS held, sum(bonus)::bigint AS bonus FROM wallets`,
  );
  for (const part of ['available', 'held', 'bonus'] as const)
    expect([part, balanceOfKind(flows, part)]).toEqual([part, rows[0]?.[part]]);
  // Only moves that leave or enter a wallet are counted by kind.
  expect(flows.find(({ kind }) => kind === 'send' || kind === 'bid_hold')).toBeUndefined();
  expect(flows.find(({ kind }) => kind === 'bid_capture')).toMatchObject({
    source: 'held',
    destination: 'revenue',
  });
}

it('L1 flows add up to every balance, with two servers at once, and count each posting once', async () => {
  await rolledUp();
  await expectRight();
  expect(await rollUpFlows(test.db)).toBe(0);
});

it('L1 flows do not contain a transaction that still runs, nor pass it', async () => {
  await rolledUp();
  const before = await countOf();
  const [user] = await createUsers(test.db, 1);
  await inTransaction(test.db, async (tx) => {
    await tx.client.query('SELECT pg_current_xact_id()');
    if (user) await post(test.db, move({ kind: 'issuance' }, available(user), 5));
    await rollUpFlows(test.db);
    expect(await countOf()).toBe(before);
  });
  postings += 1;
  await rolledUp();
  await expectRight();
});

it('L1 flows are computed anew after a restore, and when their position is ahead of the cluster', async () => {
  await rolledUp();
  await withConnection(test.db, forgetPositions);
  expect(await countOf()).toBe(0);
  await rolledUp();
  await expectRight();
  await test.db.pool.query(`UPDATE ledger_flow_position SET upto = '900000000000'`);
  await rolledUp();
  await expectRight();
});
