import { createUser } from '@copup/testkit/builders.ts';
import { available, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { untilEarlierEnded } from '../../test/earlier-transactions.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { ensureFund, findFund, lockFunds } from './accounts.ts';
import { platformBalance, rollUpPlatformAccounts } from './platform-accounts.ts';
import { postTransfers } from './post-transfers.ts';

const test = useTestDatabase();

const revenue = (realm = 0) => platformBalance(test.db, 'revenue', 'coin', realm);
async function rolledUp(realm = 0): Promise<number> {
  const { rows } = await test.db.pool.query<{ balance: string }>(
    `SELECT balance FROM house_rollups WHERE account = 'revenue' AND unit = 'coin' AND realm = $1`,
    [realm],
  );
  return Number(rows[0]?.balance ?? 0);
}

async function rollUpAll(): Promise<void> {
  await untilEarlierEnded(test.db);
  await rollUpPlatformAccounts(test.db);
}

describe('L1 the balances of platform accounts', () => {
  it('are the sums of their postings, before and after they are rolled up, by unit and realm', async () => {
    const rest = { realm: 2 };
    const user = await createUser(test.db, { coins: 100, ...rest });
    const foreigner = await createUser(test.db, { coins: 40, realm: 3 });
    await post(
      test.db,
      move(available(user), { kind: 'revenue' }, 30, rest),
      move({ kind: 'revenue' }, available(user), 10, rest),
      move({ kind: 'issuance' }, { kind: 'task', id: user.id }, 7, { unit: 'task', ...rest }),
      move(available(foreigner), { kind: 'payouts' }, 5, { realm: 3 }),
    );
    const all = async () => ({
      revenue: await revenue(2),
      issued: await platformBalance(test.db, 'issuance', 'coin', 2),
      tasks: await platformBalance(test.db, 'issuance', 'task', 2),
      foreign: await platformBalance(test.db, 'payouts', 'coin', 3),
      nothing: await platformBalance(test.db, 'unclaimed', 'coin', 2),
    });
    const before = await all();
    expect(before).toEqual({ revenue: 20, issued: -100, tasks: -7, foreign: 5, nothing: 0 });
    await rollUpAll();
    expect(await rolledUp(2)).toBe(20);
    expect(await all()).toEqual(before);
    await rollUpAll();
    expect(await rolledUp(2)).toBe(20);
    expect(await all()).toEqual(before);
  });

  it('include a posting that is committed after others with higher ids', async () => {
    const [slow, fast] = [await createUser(test.db, { coins: 50 }), await createUser(test.db, { coins: 50 })];
    await rollUpAll();
    const before = await revenue();
    await inTransaction(test.db, async (tx) => {
      await postTransfers(tx, [move(available(slow), { kind: 'revenue' }, 5)]);
      await post(test.db, move(available(fast), { kind: 'revenue' }, 3));
      // The fast transaction is committed with a higher id; the slow one still runs.
      await rollUpPlatformAccounts(test.db);
      expect(await rolledUp()).toBe(before);
      expect(await revenue()).toBe(before + 3);
      expect(await platformBalance(tx, 'revenue', 'coin', 0)).toBe(before + 8);
    });
    expect(await revenue()).toBe(before + 8);
    await rollUpAll();
    expect(await rolledUp()).toBe(before + 8);
    expect(await revenue()).toBe(before + 8);
  });

  it('stay correct while coins move and several servers roll up', async () => {
    const user = await createUser(test.db, { coins: 1_000 });
    const before = await revenue();
    let isOver = false;
    const rolling = [1, 2].map(async () => {
      while (!isOver) await rollUpPlatformAccounts(test.db);
    });
    const lane = async () => {
      for (let nth = 0; nth < 10; nth += 1)
        await post(test.db, move(available(user), { kind: 'revenue' }, 1));
    };
    await Promise.all(Array.from({ length: 10 }, lane));
    isOver = true;
    await Promise.all(rolling);
    expect(await revenue()).toBe(before + 100);
    await rollUpAll();
    expect(await rolledUp()).toBe(before + 100);
  });

  it('are computed anew after a restore onto a cluster with lower transaction ids', async () => {
    const before = await revenue();
    await test.db.pool.query(`UPDATE house_rollup_position SET upto = '900000000000'`);
    expect(await revenue()).toBe(before);
    await rollUpAll();
    expect(await rolledUp()).toBe(before);
    expect(await revenue()).toBe(before);
  });
});

describe('L1 funds', () => {
  it('are created once for each kind, realm, unit and subject, also by concurrent transactions', async () => {
    const name = { kind: 'rewards', realm: 0, subject: { kind: 'platform', id: '1' } } as const;
    expect(await findFund(test.db, name)).toBeUndefined();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => inTransaction(test.db, (tx) => ensureFund(tx, uuidv7(), name))),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = await inTransaction(test.db, (tx) => ensureFund(tx, uuidv7(), { ...name, unit: 'task' }));
    expect(other.id).not.toBe(made[0]?.id);
  });

  it('have a balance equal to the sum of their postings', async () => {
    const user = await createUser(test.db, { coins: 10 });
    const fund = await inTransaction(test.db, (tx) =>
      ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'contest', id: '9' } }),
    );
    const account = { kind: 'pot', id: fund.id } as const;
    await post(test.db, move(available(user), account, 8), move(account, { kind: 'revenue' }, 3));
    const locked = await inTransaction(test.db, (tx) => lockFunds(tx, [fund.id]));
    expect(locked.get(fund.id)).toEqual({ ...fund, balance: 5, version: 2 });
  });
});
