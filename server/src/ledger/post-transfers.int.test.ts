import { createUser, createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { available, bonus, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { untilBlocked } from '../../test/lock-waits.ts';
import { auditLedger } from '../audit.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import { ensureFund, lockFunds } from './accounts.ts';
import { openHolds } from './holds.ts';
import { findTransfer, postTransfers } from './post-transfers.ts';
import { createWallets, lockWallets, readWallets } from './wallets.ts';

const test = useTestDatabase();
const codes = (error: unknown) => (error instanceof Refusal ? error.code : String(error));

describe('postTransfers', () => {
  it('L2 L9 moves coins, numbers the postings, and invalidates the rooms of both users', async () => {
    const invalidated: string[] = [];
    const db = { ...test.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push(...rooms) };
    const giver = await createUser(test.db, { coins: 100, bonus: 5 });
    const taker = await createUser(test.db);
    const transfer = move(available(giver), available(taker), 30, {
      kind: 'send',
      key: `send:${giver.id}`,
      input: { amount: 30 },
      postings: [
        { from: available(giver), to: available(taker), amount: 30 },
        { from: available(giver), to: { kind: 'revenue' }, amount: 1 },
      ],
    });
    await post(db, transfer);
    const wallets = await readWallets(test.db, [giver.id, taker.id]);
    expect(wallets.get(giver.id)).toMatchObject({ available: 69, bonus: 5, version: 4 });
    expect(wallets.get(taker.id)).toMatchObject({ available: 30, version: 1 });
    expect(invalidated.sort()).toEqual([`user:${giver.id}`, `user:${taker.id}`].sort());
    const found = await inTransaction(test.db, (tx) => findTransfer(tx, 'send', `send:${giver.id}`));
    expect(found?.id).toBe(transfer.id);
    expect(found?.inputHash).toHaveLength(32);
    expect(
      await inTransaction(test.db, (tx) => findTransfer(tx, 'refund', `send:${giver.id}`)),
    ).toBeUndefined();
  });

  it('applies postings in the order given, so that coins can pass through', async () => {
    const [a, b, c] = await createUsers(test.db, 3);
    if (!a || !b || !c) throw new Error('three users');
    await post(
      test.db,
      move({ kind: 'issuance' }, available(a), 10),
      move(available(a), available(b), 10),
      move(available(b), available(c), 10),
    );
    const wallets = await readWallets(test.db, [a.id, b.id, c.id]);
    expect([a, b, c].map(({ id }) => wallets.get(id)?.available)).toEqual([0, 0, 10]);
  });

  it('L2 changes each wallet of a batch once, with the numbers and balances of single postings', async () => {
    const [a, b] = [await createUser(test.db, { coins: 10 }), await createUser(test.db)];
    const [there, back] = [move(available(a), available(b), 4), move(available(b), available(a), 3)];
    const batch = [there, back, move(available(a), bonus(a), 2)];
    const updates = await inTransaction(test.db, async (tx) => {
      const text = `SELECT n_tup_upd AS n FROM pg_stat_xact_user_tables WHERE relname = 'wallets'`;
      const before = await tx.client.query(text);
      await postTransfers(tx, batch);
      return (await tx.client.query(text)).rows[0].n - before.rows[0].n;
    });
    expect(updates).toBe(2);
    const { rows } = await test.db.pool.query(
      `SELECT concat_ws(' ', source_seq, source_balance, destination_seq, destination_balance) AS ends FROM postings
       WHERE transfer_id = ANY($1) ORDER BY transfer_id`,
      [batch.map(({ id }) => id)],
    );
    expect(rows.map(({ ends }) => ends)).toEqual(['2 6 1 4', '2 1 3 9', '4 7 4 2']);
    // No balance may be negative within a batch either.
    const [sent, returned] = [move(available(b), available(a), 5), move(available(a), available(b), 5)];
    await expect(post(test.db, sent, returned)).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect((await auditLedger(test.db)).errors).toEqual([]);
  });

  it('posts a thousand transfers in the same way as one', async () => {
    const users = await createUsers(test.db, 1_000, { coins: 3 });
    const statements: string[] = [];
    await inTransaction(test.db, async (tx) => {
      await lockWallets(
        tx,
        users.map(({ id }) => id),
      );
      const query = tx.client.query.bind(tx.client);
      const spy = (statement: { name: string }) => {
        statements.push(statement.name);
        return (query as (statement: unknown) => Promise<unknown>)(statement);
      };
      await postTransfers(
        { ...tx, client: Object.assign(Object.create(tx.client), { query: spy }), invalidate: tx.invalidate },
        users.map((user) => move(available(user), { kind: 'revenue' }, 3)),
      );
    });
    expect(statements.filter((name) => name.startsWith('post-'))).toEqual([
      'post-transfers',
      'post-postings',
    ]);
    const wallets = await readWallets(
      test.db,
      users.map(({ id }) => id),
    );
    expect([...wallets.values()].every((wallet) => wallet.available === 0 && wallet.version === 2)).toBe(
      true,
    );
  });
});

describe('concurrent transfers', () => {
  it('L5 wait for the wallets and funds that another transaction locked', async () => {
    const user = await createUser(test.db, { coins: 1 });
    const fund = await inTransaction(test.db, (tx) =>
      ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'bet', id: user.id } }),
    );
    await inTransaction(test.db, async (tx) => {
      await lockWallets(tx, [user.id]);
      await lockFunds(tx, [fund.id]);
      for (const [table, column, id] of [
        ['wallets', 'user_id', user.id],
        ['funds', 'id', fund.id],
      ])
        await expect(
          test.db.pool.query(`SELECT FROM ${table} WHERE ${column} = $1 FOR NO KEY UPDATE NOWAIT`, [id]),
        ).rejects.toMatchObject({ code: '55P03' });
    });
  });

  it('P2 from one balance succeed until its coins are spent', async () => {
    const spender = await createUser(test.db, { coins: 10 });
    const takers = await createUsers(test.db, 40);
    const outcomes = await Promise.all(
      takers.map((taker) =>
        post(test.db, move(available(spender), available(taker), 1)).then(() => 'sent', codes),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'NOT_ENOUGH_COINS')).toHaveLength(30);
    expect((await readWallets(test.db, [spender.id])).get(spender.id)).toMatchObject({
      available: 0,
      version: 11,
    });
  });

  it('P6 with one key have one effect on two servers, whichever statement posts them', async () => {
    const other = openDatabase({ url: test.url, poolSize: 8 });
    try {
      const spender = await createUser(test.db, { coins: 100 });
      const key = `same:${spender.id}`;
      const hold = { subject: { kind: 'test', id: spender.id }, realm: 0, transferKind: 'bid_hold' as const };
      const outcomes = await Promise.all(
        Array.from({ length: 24 }, (_, nth) => {
          const server = nth % 2 === 0 ? test.db : other;
          const posted =
            nth % 3 === 0
              ? post(server, move(available(spender), { kind: 'revenue' }, 1, { key, kind: 'bid_hold' }))
              : inTransaction(server, (tx) =>
                  openHolds(tx, {
                    ...hold,
                    holds: [{ id: uuidv7(), userId: spender.id, amount: 1, transferId: uuidv7(), key }],
                  }),
                );
          return posted.then(
            () => 'done',
            (error: { constraint?: string }) => error.constraint,
          );
        }),
      );
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      // A second hold for the subject is refused by the holds' own constraint when that is checked first.
      for (const outcome of outcomes) expect(outcome).toMatch(/^(done|transfers_once|holds_one_open)$/);
      expect(await inTransaction(other, (tx) => findTransfer(tx, 'bid_hold', key))).toBeDefined();
      expect((await readWallets(other, [spender.id])).get(spender.id)?.available).toBe(99);
    } finally {
      await other.close();
    }
  });

  it('L5 between two users both ways, with the pot between them, never deadlock', async () => {
    const before = await deadlocks();
    const [a, b] = await createUsers(test.db, 2, { coins: 1_000 });
    if (!a || !b) throw new Error('two users');
    const pot = await inTransaction(test.db, (tx) =>
      ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: { kind: 'contest', id: 'crossing' } }),
    );
    const account = { kind: 'pot', id: pot.id } as const;
    // Each lane waits for its own transfers, so that no transfer waits for a free connection on a busy machine.
    const transfer = (nth: number) => {
      const [from, to] = nth % 2 === 0 ? [a, b] : [b, a];
      return nth % 3 === 0
        ? post(test.db, move(available(from), account, 1), move(account, available(to), 1))
        : post(test.db, move(available(from), available(to), 1));
    };
    await Promise.all(
      Array.from({ length: 12 }, async (_, lane) => {
        for (let nth = lane; nth < 60; nth += 12) await transfer(nth);
      }),
    );
    const wallets = await readWallets(test.db, [a.id, b.id]);
    expect((wallets.get(a.id)?.available ?? 0) + (wallets.get(b.id)?.available ?? 0)).toBe(2_000);
    expect(await deadlocks()).toBe(before);
  });

  // Of its own: a backend reports a deadlock up to seconds later.
  const crossing = useTestDatabase();
  it('L5 that lock in crossed order are retried and succeed', async () => {
    const [a, b] = await createUsers(crossing.db, 2, { coins: 100 });
    if (!a || !b) throw new Error('two users');
    let met = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const cross = (first: TestUser, second: TestUser) =>
      inTransaction(crossing.db, async (tx) => {
        await lockWallets(tx, [first.id]);
        met += 1;
        if (met === 2) meet();
        await both;
        await lockWallets(tx, [second.id]);
        await postTransfers(tx, [move(available(first), available(second), 1)]);
      });
    await Promise.all([cross(a, b), cross(b, a)]);
    // On a slow machine a wait for a lock may end in another attempt.
    expect(met).toBeGreaterThanOrEqual(3);
    const wallets = await readWallets(crossing.db, [a.id, b.id]);
    expect(wallets.get(a.id)).toMatchObject({ available: 100, version: 3 });
    expect(wallets.get(b.id)).toMatchObject({ available: 100, version: 3 });
  });

  async function deadlocks(): Promise<number> {
    await test.db.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await test.db.pool.query<{ deadlocks: number }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.deadlocks ?? 0;
  }
});

describe('wallets', () => {
  it('L1 are created empty, once for each user; those of unknown users are absent', async () => {
    const user = await createUser(test.db);
    expect((await readWallets(test.db, [user.id])).get(user.id)).toEqual({
      userId: user.id,
      realm: 0,
      available: 0,
      held: 0,
      bonus: 0,
      task: 0,
      version: 0,
      isRestricted: false,
      owes: false,
      hasLots: false,
    });
    const again = inTransaction(test.db, (tx) => createWallets(tx, [{ userId: user.id, realm: 0 }]));
    await expect(again).rejects.toThrow('wallets_pkey');
    const nobody = uuidv7();
    expect((await readWallets(test.db, [nobody])).size).toBe(0);
    expect((await inTransaction(test.db, (tx) => lockWallets(tx, [nobody]))).size).toBe(0);
  });

  it('L5 are locked in the order of ids and read after the wait for the lock', async () => {
    const [a, b] = await createUsers(test.db, 2, { coins: 5 });
    if (!a || !b) throw new Error('two users');
    await inTransaction(test.db, async (tx) => {
      await lockWallets(tx, [b.id, a.id]);
      const waiting = inTransaction(test.db, (other) => lockWallets(other, [a.id, b.id]));
      await postTransfers(tx, [move(available(a), available(b), 5)]);
      // Releases the lock only once the other transaction waits.
      await untilBlocked(test.db);
      void waiting.then((wallets) => expect(wallets.get(b.id)?.available).toBe(10));
      return { waiting };
    }).then(({ waiting }) => waiting);
  });
});
