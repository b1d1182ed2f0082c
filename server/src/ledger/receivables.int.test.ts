import { createUser, type TestUser } from '@copup/testkit/builders.ts';
import { available, bonus, move, post, tamper, useTestDatabase } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../../test/audited-ledger.ts';
import { untilBlocked } from '../../test/lock-waits.ts';
import { auditLedger } from '../audit.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { openHolds, releaseHolds } from './holds.ts';
import { postTransfers } from './post-transfers.ts';
import { openReceivable, sumReceivables } from './receivables.ts';
import { recoverReceivables } from './recover-receivables.ts';
import { lockWallets } from './wallets.ts';

const test = useTestDatabase();
const issuance = { kind: 'issuance' } as const;
let cases = 0;

async function owe(db: Database, user: TestUser, amount: number): Promise<string> {
  cases += 1;
  const id = String(cases);
  await inTransaction(db, async (tx) => {
    await lockWallets(tx, [user.id]);
    await openReceivable(tx, { userId: user.id, realm: user.realm, subject: { kind: 'test', id }, amount });
  });
  return id;
}
const balanceOf = async (db: Database, user: TestUser) =>
  (await db.pool.query('SELECT available, bonus FROM wallets WHERE user_id = $1', [user.id])).rows[0];

describe('X5 W5 receivables', () => {
  it('are repaid from later credits, the oldest first, in the transaction of the credit', async () => {
    const { db } = test;
    const user = await createUser(db);
    const [first, second] = [await owe(db, user, 30), await owe(db, user, 50)];
    await post(db, move(issuance, available(user), 40));
    expect([await balanceOf(db, user), await sumReceivables(db, user.id)]).toEqual([
      { available: 0, bonus: 0 },
      40,
    ]);
    await post(db, move(issuance, available(user), 100));
    expect([await balanceOf(db, user), await sumReceivables(db, user.id)]).toEqual([
      { available: 60, bonus: 0 },
      0,
    ]);
    const { rows } = await db.pool.query(
      `SELECT t.subject_id AS id, p.amount::int FROM transfers t JOIN postings p ON p.transfer_id = t.id
       WHERE t.kind = 'recovery' AND p.source_id = $1 ORDER BY p.source_seq`,
      [user.id],
    );
    expect(rows).toEqual([
      { id: first, amount: 30 },
      { id: second, amount: 10 },
      { id: second, amount: 40 },
    ]);
  });

  it('W5a are repaid from released holds at once, and leave bonus coins and other users alone', async () => {
    const { db } = test;
    const [debtor, friend] = [await createUser(db, { coins: 5 }), await createUser(db, { coins: 100 })];
    const hold = { subject: { kind: 'auction', id: '1' }, realm: 0, transferKind: 'bid_hold' } as const;
    await inTransaction(db, (tx) =>
      openHolds(tx, {
        ...hold,
        holds: [{ id: uuidv7(), userId: debtor.id, amount: 5, transferId: uuidv7(), key: uuidv7() }],
      }),
    );
    await owe(db, debtor, 20);
    await post(db, move(issuance, bonus(debtor), 7));
    expect(await balanceOf(db, debtor)).toEqual({ available: 0, bonus: 7 });
    await post(db, move(available(friend), available(debtor), 8));
    expect([await balanceOf(db, debtor), await balanceOf(db, friend)]).toEqual([
      { available: 0, bonus: 7 },
      { available: 92, bonus: 0 },
    ]);
    await inTransaction(db, (tx) =>
      releaseHolds(tx, {
        ...hold,
        transferKind: 'bid_release',
        holds: [{ userId: debtor.id, transferId: uuidv7(), key: uuidv7() }],
      }),
    );
    expect([(await balanceOf(db, debtor)).available, await sumReceivables(db, debtor.id)]).toEqual([0, 7]);
  });

  it('W5a are repaid from a hold whose release waited for the wallet while they were opened', async () => {
    const { db } = test;
    const debtor = await createUser(db, { coins: 5 });
    const hold = { subject: { kind: 'payout', id: 'waits' }, realm: 0, transferKind: 'payout_hold' } as const;
    const ids = () => ({ userId: debtor.id, transferId: uuidv7(), key: uuidv7() });
    await inTransaction(db, (tx) =>
      openHolds(tx, { ...hold, holds: [{ id: uuidv7(), amount: 5, ...ids() }] }),
    );
    const released = await inTransaction(db, async (tx) => {
      await lockWallets(tx, [debtor.id]);
      const waiting = inTransaction(db, (other) =>
        releaseHolds(other, { ...hold, transferKind: 'payout_release', holds: [ids()] }),
      );
      await untilBlocked(db);
      await openReceivable(tx, {
        userId: debtor.id,
        realm: 0,
        subject: { kind: 'test', id: 'late' },
        amount: 3,
      });
      return { waiting };
    });
    await released.waiting;
    expect([(await balanceOf(db, debtor)).available, await sumReceivables(db, debtor.id)]).toEqual([2, 0]);
  });

  it('P2 are repaid exactly once by credits and sweeps in parallel', async () => {
    const { db } = test;
    const [debtor, payer] = [await createUser(db, { coins: 10 }), await createUser(db, { coins: 1_000 })];
    await owe(db, debtor, 100);
    await owe(db, debtor, 33);
    await Promise.all([
      ...Array.from({ length: 20 }, () => post(db, move(available(payer), available(debtor), 10))),
      ...Array.from({ length: 5 }, () => recoverReceivables(db)),
    ]);
    expect([await balanceOf(db, debtor), await sumReceivables(db, debtor.id)]).toEqual([
      { available: 77, bonus: 0 },
      0,
    ]);
    expect((await auditLedger(db)).errors).toEqual([]);
  });

  it('cost one indexed query of a call that credits a user who owes, and none of another', async () => {
    const { db } = test;
    const [user, friend] = [await createUser(db, { coins: 100 }), await createUser(db)];
    const sent = (transfer: Parameters<typeof post>[1]) =>
      inTransaction(db, async (tx) => {
        const names: string[] = [];
        const query = tx.client.query.bind(tx.client) as (...input: unknown[]) => unknown;
        const client = Object.assign(Object.create(tx.client), {
          query: (input: { name?: string }) => {
            names.push(input.name ?? '');
            return query(input);
          },
        });
        await postTransfers(Object.assign(Object.create(tx), { client }), [transfer]);
        return names.filter((name) => name.includes('receivables'));
      });
    expect(await sent(move(available(user), available(friend), 1))).toEqual([]);
    await owe(db, friend, 10);
    expect(await sent(move(available(user), available(friend), 1))).toEqual([
      'open-receivables',
      'recover-receivables',
    ]);
    expect(await sent(move(available(user), issuance, 1))).toEqual([]);
    expect(await sent(move(available(user), bonus(user), 1))).toEqual([]);
  });
});

describe('P2 the audit of receivables', () => {
  const ledger = useAuditedLedger();

  it('finds an amount without its transfers, and coins that a user who owes some keeps', async () => {
    const { db, poor } = ledger;
    const found = async () => (await auditLedger(db)).errors.filter(({ check }) => check === 'receivables');
    await owe(db, poor, 100);
    await post(db, move(issuance, available(poor), 5));
    expect((await auditLedger(db)).errors).toEqual([]);
    expect((await auditLedger(db)).checked.receivables).toBe(1);
    expect((await auditLedger(db, { realm: poor.realm + 1 })).checked.receivables).toBe(0);
    await tamper(db, 'wallets', (tx) =>
      tx.client.query('UPDATE wallets SET available = 1 WHERE user_id = $1', [poor.id]),
    );
    expect(await found()).toEqual([]);
    await tamper(db, 'transfers', (tx) =>
      tx.client.query("UPDATE transfers SET created_at = created_at - interval '1 hour'"),
    );
    expect(await found()).toMatchObject([{ message: expect.stringContaining('has had coins available') }]);
    await tamper(db, 'receivables', (tx) =>
      tx.client.query('UPDATE receivables SET recovered = recovered + 1'),
    );
    expect(await found()).toMatchObject([{ message: 'has 21 recovered; its transfers add up to 20' }]);
  });
});
