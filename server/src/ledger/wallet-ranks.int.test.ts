import { createUsers } from '@copup/testkit/builders.ts';
import { available, bonus, held, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { expect, it } from 'vitest';
import { untilEarlierEnded } from '../../test/earlier-transactions.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { withConnection } from '../db/with-connection.ts';
import { forgetPositions } from './forget-positions.ts';
import { rankWallets } from './wallet-ranks.ts';

withoutAudit();

const test = useTestDatabase();
const revenue = { kind: 'revenue' } as const;

/** Wallets whose rank differs from their balances. */
async function outdated(): Promise<string[]> {
  const { rows } = await test.db.pool.query<{ id: string }>(
    `SELECT w.user_id AS id FROM wallets w LEFT JOIN wallet_ranks r ON r.user_id = w.user_id
     WHERE (r.available, r.held, r.bonus) IS DISTINCT FROM (w.available, w.held, w.bonus) ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}
async function rankAll(): Promise<void> {
  await untilEarlierEnded(test.db);
  // Two servers at once.
  await Promise.all([rankWallets(test.db), rankWallets(test.db)]);
}

it('O3 the ranks of wallets follow each balance, with two servers at once, and repeat nothing', async () => {
  const [ada, bayo, chidi] = await createUsers(test.db, 3);
  if (!ada || !bayo || !chidi) throw new Error('no users');
  expect(await outdated()).toEqual([]);
  await post(
    test.db,
    move({ kind: 'issuance' }, available(ada), 90),
    move({ kind: 'issuance' }, bonus(bayo), 20),
    move(available(ada), held(ada), 30, { kind: 'bid_hold' }),
    move(bonus(bayo), revenue, 5, { kind: 'entry_fee' }),
  );
  expect(await outdated()).toEqual([ada.id, bayo.id].sort());
  await rankAll();
  expect(await outdated()).toEqual([]);
  expect(await rankWallets(test.db)).toBe(0);
});

it('O3 the ranks do not pass a transaction that still runs, and are right after a restore', async () => {
  const [ada, bayo] = await createUsers(test.db, 2, { coins: 50 });
  if (!ada || !bayo) throw new Error('no users');
  await rankAll();
  await inTransaction(test.db, async (tx) => {
    await tx.client.query('SELECT pg_current_xact_id()');
    await post(test.db, move(available(ada), available(bayo), 5, { kind: 'send' }));
    await rankWallets(test.db);
    expect(await outdated()).toEqual([ada.id, bayo.id].sort());
  });
  await rankAll();
  expect(await outdated()).toEqual([]);
  const { rows } = await test.db.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM postings');
  for (const forget of [
    () => withConnection(test.db, forgetPositions),
    () => test.db.pool.query(`UPDATE wallet_rank_position SET upto = '900000000000'`),
  ]) {
    await forget();
    await untilEarlierEnded(test.db);
    expect(await rankWallets(test.db)).toBe(rows[0]?.count);
    expect(await outdated()).toEqual([]);
  }
});
