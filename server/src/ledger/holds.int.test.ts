import { createUser, createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { available, move, post, useTestDatabase } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { hashInput } from '../db/with-stored-reply.ts';
import { ensureFund } from './accounts.ts';
import {
  captureHolds,
  changeHolds,
  changeHoldsLast,
  type HoldToClose,
  type HoldToOpen,
  listOpenHolds,
  openHolds,
  releaseHolds,
} from './holds.ts';
import { platformBalance } from './platform-accounts.ts';
import { findTransfer, postTransfers } from './post-transfers.ts';
import { readWallets } from './wallets.ts';

const test = useTestDatabase();
let auctions = 0;
const nextAuction = () => {
  auctions += 1;
  return { kind: 'auction', id: String(auctions) };
};

const opening = (subject: HoldToOpen['subject'], user: TestUser, amount: number): HoldToOpen => ({
  id: uuidv7(),
  subject,
  realm: user.realm,
  userId: user.id,
  amount,
  transferId: uuidv7(),
  transferKind: 'bid_hold',
  key: uuidv7(),
});
const closing = (
  subject: HoldToClose['subject'],
  user: TestUser,
  captureTo?: HoldToClose['captureTo'],
): HoldToClose => ({
  subject,
  realm: user.realm,
  userId: user.id,
  transferId: uuidv7(),
  transferKind: captureTo ? 'bid_capture' : 'bid_release',
  key: uuidv7(),
  captureTo,
});
const change = (changes: { close?: HoldToClose[]; open?: HoldToOpen[] }) =>
  inTransaction(test.db, (tx) => changeHolds(tx, changes));

async function balances(...users: TestUser[]): Promise<[number, number][]> {
  const wallets = await readWallets(
    test.db,
    users.map(({ id }) => id),
  );
  return users.map(({ id }) => [wallets.get(id)?.available ?? -1, wallets.get(id)?.held ?? -1]);
}

async function twoUsers(coins: number): Promise<[TestUser, TestUser]> {
  const [a, b] = await createUsers(test.db, 2, { coins });
  if (!a || !b) throw new Error('two users');
  return [a, b];
}

describe('L3 holds', () => {
  it('L2 hash subject, user and amount of a hold as the input of its transfer', async () => {
    const [a] = await twoUsers(10);
    const opened = opening(nextAuction(), a, 7);
    await change({ open: [opened] });
    const found = await inTransaction(test.db, (tx) => findTransfer(tx, 'bid_hold', opened.key));
    const { subject, userId, amount } = opened;
    expect(found?.inputHash).toEqual(hashInput({ subject, userId, amount }));
  });

  it('move coins to held and back, each with a transfer and a row', async () => {
    const invalidated: string[] = [];
    const [a, b] = await twoUsers(10);
    const subject = nextAuction();
    const db = { ...test.db, onCommit: (rooms: ReadonlySet<string>) => invalidated.push(...rooms) };
    await inTransaction(db, (tx) =>
      openHolds(tx, {
        subject,
        realm: 0,
        transferKind: 'bid_hold',
        holds: [a, b].map((user, nth) => ({
          id: uuidv7(),
          userId: user.id,
          amount: nth + 3,
          transferId: uuidv7(),
          key: uuidv7(),
        })),
      }),
    );
    expect(invalidated.sort()).toEqual([`user:${a.id}`, `user:${b.id}`].sort());
    expect(await balances(a, b)).toEqual([
      [7, 3],
      [6, 4],
    ]);
    const released = await inTransaction(test.db, (tx) =>
      releaseHolds(tx, {
        subject,
        realm: 0,
        transferKind: 'bid_release',
        holds: [{ userId: b.id, transferId: uuidv7(), key: uuidv7() }],
      }),
    );
    expect(released).toMatchObject([{ userId: b.id, amount: 4 }]);
    expect(await balances(a, b)).toEqual([
      [7, 3],
      [10, 0],
    ]);
    expect(await inTransaction(test.db, (tx) => listOpenHolds(tx, subject))).toMatchObject([
      { userId: a.id, amount: 3 },
    ]);
    const { rows } = await test.db.pool.query(
      `SELECT h.outcome, o.kind AS opened, c.kind AS closed FROM holds h JOIN transfers o ON o.id = h.opened_by
       LEFT JOIN transfers c ON c.id = h.closed_by WHERE h.subject_id = $1 ORDER BY h.user_id`,
      [subject.id],
    );
    expect(rows).toEqual([
      { outcome: null, opened: 'bid_hold', closed: null },
      { outcome: 'released', opened: 'bid_hold', closed: 'bid_release' },
    ]);
  });

  it('one statement closes the hold of one user and opens that of another', async () => {
    const [a, b] = await twoUsers(10);
    const subject = nextAuction();
    await change({ open: [opening(subject, a, 4)] });
    const statements: string[] = [];
    await inTransaction(test.db, async (tx) => {
      const query = tx.client.query.bind(tx.client);
      const spied: Transaction = Object.create(tx, {
        client: {
          value: {
            query: (statement: { name: string }) => {
              statements.push(statement.name);
              return (query as (statement: unknown) => Promise<unknown>)(statement);
            },
          },
        },
      });
      const closed = await changeHolds(spied, {
        close: [closing(subject, a)],
        open: [opening(subject, b, 5)],
      });
      expect(closed).toMatchObject([{ userId: a.id, amount: 4 }]);
    });
    expect(statements).toEqual(['lock-wallets', 'change-holds']);
    expect(await balances(a, b)).toEqual([
      [10, 0],
      [5, 5],
    ]);
  });

  it('one statement closes a hold and opens another of the same user and subject, even with the last coin', async () => {
    const user = await createUser(test.db, { coins: 10 });
    const subject = nextAuction();
    await change({ open: [opening(subject, user, 9)] });
    await change({ close: [closing(subject, user)], open: [opening(subject, user, 10)] });
    expect(await balances(user)).toEqual([[0, 10]]);
    await expect(
      change({ close: [closing(subject, user)], open: [opening(subject, user, 11)] }),
    ).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect(await balances(user)).toEqual([[0, 10]]);
  });

  it('are captured by a platform account, a fund or another user', async () => {
    const [a, b] = await twoUsers(10);
    const subjects = [nextAuction(), nextAuction(), nextAuction()] as const;
    const pot = await inTransaction(test.db, (tx) =>
      ensureFund(tx, uuidv7(), { kind: 'pot', realm: 0, subject: subjects[1] }),
    );
    const revenue = await platformBalance(test.db, 'revenue', 'coin', 0);
    await change({ open: subjects.map((subject, nth) => opening(subject, a, nth + 1)) });
    await inTransaction(test.db, (tx) =>
      captureHolds(tx, {
        subject: subjects[0],
        realm: 0,
        transferKind: 'bid_capture',
        to: { kind: 'revenue' },
        holds: [{ userId: a.id, transferId: uuidv7(), key: uuidv7() }],
      }),
    );
    const closed = await change({
      close: [closing(subjects[2], a, available(b)), closing(subjects[1], a, { kind: 'pot', id: pot.id })],
    });
    expect(closed.map(({ amount }) => amount)).toEqual([3, 2]);
    expect(await balances(a, b)).toEqual([
      [4, 0],
      [13, 0],
    ]);
    expect(await platformBalance(test.db, 'revenue', 'coin', 0)).toBe(revenue + 1);
  });

  it('are closed once, also by concurrent transactions', async () => {
    const user = await createUser(test.db, { coins: 10 });
    const subject = nextAuction();
    await change({ open: [opening(subject, user, 6)] });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => change({ close: [closing(subject, user)] })),
      ...Array.from({ length: 6 }, () => change({ close: [closing(subject, user, { kind: 'revenue' })] })),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(String(outcome.reason)).toContain('1 holds to close, 0 were open');
    }
    const [[free, inHold] = [0, 0]] = await balances(user);
    expect(inHold).toBe(0);
    expect([4, 10]).toContain(free);
    await expect(change({ close: [closing(subject, user)] })).rejects.toThrow('0 were open');
  });

  it('P2 that are not open, or exceed the balance, are refused with changeHoldsLast too', async () => {
    const user = await createUser(test.db, { coins: 10 });
    const subject = nextAuction();
    const moved = inTransaction(test.db, (tx) =>
      changeHoldsLast(tx, { close: [closing(subject, user)], open: [opening(subject, user, 3)] }),
    );
    await expect(moved).rejects.toMatchObject({ code: '23502', table: 'holds', column: 'amount' });
    const opened = inTransaction(test.db, (tx) =>
      changeHoldsLast(tx, { open: [opening(subject, user, 11)] }),
    );
    await expect(opened).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect(await balances(user)).toEqual([[10, 0]]);
  });

  it('L8 exist once for each subject and user, in the realm of the user; cannot be spent; one that exceeds the balance writes nothing', async () => {
    const [a, b] = await twoUsers(10);
    const subject = nextAuction();
    await change({ open: [opening(subject, a, 7)] });
    await expect(change({ open: [opening(subject, a, 1)] })).rejects.toThrow('holds_one_open');
    await change({ open: [opening(nextAuction(), a, 1)] });
    await expect(post(test.db, move(available(a), available(b), 3))).rejects.toMatchObject({
      code: 'NOT_ENOUGH_COINS',
    });
    await expect(change({ open: [opening(nextAuction(), a, 3)] })).rejects.toMatchObject({
      code: 'NOT_ENOUGH_COINS',
    });
    // With a transfer in one transaction they are rolled back together.
    await expect(
      inTransaction(test.db, async (tx) => {
        await changeHolds(tx, { open: [opening(nextAuction(), b, 8)] });
        await postTransfers(tx, [move(available(b), available(a), 3)]);
      }),
    ).rejects.toMatchObject({ code: 'NOT_ENOUGH_COINS' });
    expect(await change({})).toEqual([]);
    expect(await inTransaction(test.db, (tx) => listOpenHolds(tx, subject))).toHaveLength(1);
    expect(await balances(a, b)).toEqual([
      [2, 8],
      [10, 0],
    ]);
    const foreigner = await createUser(test.db, { coins: 10, realm: 5 });
    await expect(change({ open: [{ ...opening(nextAuction(), foreigner, 1), realm: 0 }] })).rejects.toThrow(
      'no wallet',
    );
    await change({ open: [opening(nextAuction(), foreigner, 1)] });
  });
});
