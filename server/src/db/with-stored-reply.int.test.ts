import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { available, move, useTestDatabase } from '@copup/testkit/ledger.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CommandDeadline, runWithDeadline } from '../deadline.ts';
import { Refusal } from '../errors.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { readWallets } from '../ledger/wallets.ts';
import { type Database, openDatabase } from './database.ts';
import { inTransaction, type Proof } from './in-transaction.ts';
import { settleCommit } from './settle-commit.ts';
import { type KeyedRequest, purgeStoredReplies, withStoredReply } from './with-stored-reply.ts';

const test = useTestDatabase(12);
let user: TestUser;
let runs: number;

beforeEach(async () => {
  user = await createUser(test.db, { coins: 100 });
  runs = 0;
});

/** Takes coins and returns the transfer's id, as a command of a feature would. */
function take(amount: number, request: Partial<KeyedRequest> = {}, db: Database = test.db) {
  return inTransaction(db, (tx) =>
    withStoredReply(
      tx,
      { userId: user.id, route: 'test/take', subject: '1', key: 'k', input: { amount }, ...request },
      async () => {
        runs += 1;
        const transfer = move(available(user), { kind: 'revenue' }, amount);
        await postTransfers(tx, [transfer]);
        return { status: 201, reply: { z: transfer.id, a: amount, nothing: undefined } };
      },
    ),
  );
}

async function coins(): Promise<number | undefined> {
  return (await readWallets(test.db, [user.id])).get(user.id)?.available;
}
const code = (error: unknown) => (error instanceof Refusal ? error.code : String(error));

describe('P6 withStoredReply', () => {
  it('returns the first reply again, marked as a repetition', async () => {
    const first = await take(10);
    expect(first).toMatchObject({ status: 201, replayed: false, reply: { a: 10 } });
    const second = await take(10);
    expect(second).toEqual({ ...first, replayed: true });
    expect(runs).toBe(1);
    expect(await coins()).toBe(90);
  });

  it('has one effect and one reply for one key under concurrent requests', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => take(10)));
    expect(new Set(outcomes.map(({ reply }) => reply.z)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(runs).toBe(1);
    expect(await coins()).toBe(90);
  });

  it('refuses the same key with another input, and ignores the order of members', async () => {
    await take(10, { input: { amount: 10, to: 'x' } });
    expect((await take(10, { input: { to: 'x', amount: 10 } })).replayed).toBe(true);
    for (const input of [{ amount: 10, to: 'y' }, { amount: '10', to: 'x' }, {}, null]) {
      await expect(take(10, { input })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        statusCode: 409,
      });
    }
    expect(await coins()).toBe(90);
  });

  it('scopes a key to its user, route and subject', async () => {
    const other = await createUser(test.db);
    await take(1);
    await take(2, { subject: '2' });
    await take(3, { route: 'test/other' });
    await take(4, { userId: other.id });
    await take(5, { key: 'another' });
    expect(runs).toBe(5);
    expect(await coins()).toBe(85);
  });

  it('distinguishes requests whose concatenated parts are equal', async () => {
    await take(1, { route: 'a', subject: 'b"c' });
    await take(2, { route: 'a"b', subject: 'c' });
    expect(runs).toBe(2);
  });

  it('does not store a refusal: the key is free afterwards', async () => {
    await expect(take(101)).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect((await take(50)).replayed).toBe(false);
    expect(await coins()).toBe(50);
  });

  it('runs the work without a key', async () => {
    await take(10, { key: undefined });
    const { replayed } = await take(10, { key: undefined });
    expect(replayed).toBe(false);
    expect(await coins()).toBe(80);
    const { rowCount } = await test.db.pool.query('SELECT FROM stored_replies WHERE user_id = $1', [user.id]);
    expect(rowCount).toBe(0);
  });

  it.each([[''], ['x'.repeat(129)], ['a b'], ['ключ'], ['nul\0']])('refuses %j for a key', async (key) => {
    await expect(take(1, { key })).rejects.toMatchObject({ code: 'BAD_IDEMPOTENCY_KEY' });
    expect(await coins()).toBe(100);
  });

  it('makes other requests wait for a bounded time while the first runs', async () => {
    let finish = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const outcome = inTransaction(test.db, (tx) =>
      withStoredReply(tx, { userId: user.id, route: 'r', subject: '', key: 'slow', input: 1 }, async () => {
        begin();
        const stopped = new Promise<'over'>((resolve) => {
          finish = () => resolve('over');
        });
        // Keeps the transaction busy: the database ends idle ones.
        for (;;) {
          const next = await Promise.race([stopped, tx.client.query('SELECT pg_sleep(0.05)')]);
          if (next === 'over') return { status: 200, reply: { done: true } };
        }
      }),
    );
    const again = () =>
      inTransaction(test.db, (tx) =>
        withStoredReply(tx, { userId: user.id, route: 'r', subject: '', key: 'slow', input: 1 }, async () => {
          throw new Error('not twice');
        }),
      );
    await begun;
    expect(await runWithDeadline(new CommandDeadline(200), again).catch(code)).toBe('BUSY');
    finish();
    expect(await outcome).toMatchObject({ reply: { done: true }, replayed: false });
    expect(await again()).toMatchObject({ reply: { done: true }, replayed: true });
  });
});

describe('A12 a stored reply and a lost COMMIT', () => {
  let proxy: TcpProxy;
  let far: Database;
  beforeAll(async () => {
    const { hostname, port } = new URL(test.url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port || 5432) });
    far = openDatabase({ url: proxy.urlOf(test.url), poolSize: 3 });
  });
  afterAll(async () => {
    await far.close();
    await proxy.close();
  });

  it('together return the correct outcome at once and on a retry', async () => {
    const cut = proxy.cutOnCommit('after');
    const first = await take(10, {}, far);
    await cut;
    expect(first.replayed).toBe(false);
    expect(await take(10, {}, far)).toEqual({ ...first, replayed: true });
    expect(await coins()).toBe(90);

    const never = proxy.cutOnCommit('before');
    await expect(take(10, { key: 'never' }, far)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await never;
    expect((await take(10, { key: 'never' }, far)).replayed).toBe(false);
    expect(await coins()).toBe(80);
  });

  it('after a restart of PostgreSQL, the row shows whether it was this transaction', async () => {
    const restarted = { xid: '900000000000', run: 'earlier' };
    const proofs: Proof[] = [];
    const request = { userId: user.id, route: 'r', subject: '', key: 'proof', input: 1 };
    const answer = (reply: object, isKept: boolean) =>
      inTransaction(test.db, async (tx) => {
        const proved = { ...tx, proveBy: (proof: Proof) => proofs.push(proof) };
        await withStoredReply(proved, request, async () => ({ status: 200, reply }));
        if (!isKept) throw new Error('lost');
      });
    await answer({ id: uuidv7(), at: 1 }, false).catch(() => undefined);
    expect(await settleCommit(test.db, { ...restarted, proof: proofs[0] })).toBe('aborted');
    await answer({ id: uuidv7(), at: 2 }, true);
    expect(await settleCommit(test.db, { ...restarted, proof: proofs[1] })).toBe('committed');
    // The reply stored under the key is now the second transaction's.
    expect(await settleCommit(test.db, { ...restarted, proof: proofs[0] })).toBe('aborted');
  });
});

describe('P6 purgeStoredReplies', () => {
  it('deletes older replies, any number of them, and keeps the rest', async () => {
    await take(10);
    await test.db.pool.query(
      `INSERT INTO stored_replies (user_id, route, subject, key, input_hash, status, reply, created_at)
       SELECT $1, 'old', '', n::text, '', 200, '{}', now() - interval '8 days' FROM generate_series(1, 2500) AS n`,
      [user.id],
    );
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    const [one, two] = await Promise.all([
      purgeStoredReplies(test.db, weekAgo),
      purgeStoredReplies(test.db, weekAgo),
    ]);
    expect(one + two).toBe(2_500);
    expect((await take(10)).replayed).toBe(true);
    const { rows } = await test.db.pool.query(
      `SELECT count(*)::integer AS count FROM stored_replies WHERE route = 'old'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});
