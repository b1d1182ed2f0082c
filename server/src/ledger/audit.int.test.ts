import { createUser, createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { available, bonus, move, post, tamper } from '@copup/testkit/ledger.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../../test/audited-ledger.ts';
import { auditLedger } from '../audit.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { AuditOptions } from './audit.ts';
import { changeHolds } from './holds.ts';

const ledger = useAuditedLedger();
/** The SQL expression for the audit's identifier of a posting. */
const POSTING = `transfer_id || '/' || no`;
const run = (sql: string, values: unknown[] = []) => ledger.db.pool.query(sql, values);
const audit = (options?: Omit<AuditOptions, 'references' | 'epoch'>) => auditLedger(ledger.db, options);

async function auditUntilRemembered(): Promise<void> {
  await ledger.untilCovered();
  expect((await audit()).errors).toEqual([]);
}

describe('P2 the audit', () => {
  it('reports a correct ledger as correct, with the balances by kind of account', async () => {
    const report = await audit();
    expect(report).toMatchObject({ ok: true, errors: [], isFull: true });
    expect(report.checked).toMatchObject({ wallets: 3, funds: 1 });
    await auditUntilRemembered();
    expect((await audit()).totals).toEqual([
      {
        realm: 0,
        unit: 'coin',
        balances: { available: 905, held: 100, bonus: 30, pot: 15, revenue: 5, issuance: -1_055 },
      },
      { realm: 0, unit: 'task', balances: { task: 3, issuance: -3 } },
      { realm: 2, unit: 'coin', balances: { available: 70, issuance: -70 } },
    ]);
    expect((await audit({ realm: 2 })).totals).toEqual([
      { realm: 2, unit: 'coin', balances: { available: 70, issuance: -70 } },
    ]);
  });

  it('continues from its last position and checks newer postings', async () => {
    await auditUntilRemembered();
    await post(ledger.db, move(available(ledger.rich), available(ledger.poor), 1));
    const before = await run('SELECT count(*)::integer AS count FROM audit_checkpoints');
    expect(before.rows[0].count).toBe(4);
    const report = await audit({ mode: 'checkpoints' });
    expect(report).toMatchObject({ ok: true, isFull: false });
    expect(report.checked.postings).toBeLessThanOrEqual(1);
    await tamper(ledger.db, 'wallets', (tx) =>
      tx.client.query('UPDATE wallets SET available = available + 1'),
    );
    expect((await audit({ mode: 'checkpoints' })).ok).toBe(false);
  });

  it('follows all postings again in mode full, and while there are few', async () => {
    await auditUntilRemembered();
    const { rows } = await run(
      `SELECT ${POSTING} AS posting FROM postings WHERE destination_id = $1 ORDER BY destination_seq LIMIT 1`,
      [ledger.rich.id],
    );
    await tamper(ledger.db, 'postings', (tx) =>
      tx.client.query(`UPDATE postings SET amount = amount + 1 WHERE ${POSTING} = $1`, [rows[0].posting]),
    );
    expect((await audit({ mode: 'checkpoints' })).ok).toBe(true);
    for (const mode of ['full', 'auto'] as const) {
      const { errors } = await audit({ mode });
      expect(errors).toContainEqual(
        expect.objectContaining({ check: 'balances', table: 'postings', row: rows[0].posting }),
      );
    }
  });

  it('L5 reads many accounts and long histories in chunks', { tags: ['full'] }, async () => {
    const users = await createUsers(ledger.db, 450, { coins: 2 });
    await post(ledger.db, ...users.map((user) => move(available(user), available(ledger.poor), 1)));
    for (let round = 0; round < 13; round += 1) {
      await post(
        ledger.db,
        ...Array.from({ length: 900 }, (_, nth) =>
          nth % 2 === 0
            ? move(available(ledger.poor), available(ledger.rich), 1)
            : move(available(ledger.rich), available(ledger.poor), 1),
        ),
      );
    }
    // Postings of platform accounts on both sides of every chunk boundary.
    for (let round = 0; round < 3; round += 1) {
      await post(
        ledger.db,
        ...Array.from({ length: 2_000 }, () => move({ kind: 'issuance' }, available(ledger.poor), 1)),
      );
    }
    await ledger.untilCovered();
    const report = await audit({ mode: 'full' });
    expect(report.errors).toEqual([]);
    const { rows: all } = await run('SELECT count(*)::integer AS count FROM postings');
    expect(report.checked).toMatchObject({ wallets: 453, postings: all[0].count });
    const { rows } = await run(
      `SELECT ${POSTING} AS posting FROM postings WHERE source_id = $1 AND source_seq > 11000 LIMIT 1`,
      [ledger.poor.id],
    );
    await tamper(ledger.db, 'postings', (tx) =>
      tx.client.query(`UPDATE postings SET source_balance = 7 WHERE ${POSTING} = $1`, [rows[0].posting]),
    );
    expect((await audit({ mode: 'full' })).errors).toMatchObject([
      { check: 'balances', row: rows[0].posting },
    ]);
  });
});

describe('P2 the audit while money moves', () => {
  it('reports no false error, in either mode', async () => {
    const users = await createUsers(ledger.db, 12, { coins: 500, bonus: 100 });
    const pick = (nth: number) => users[nth % users.length] as TestUser;
    let isOver = false;
    let moved = 0;
    const mover = async (seed: number) => {
      for (let nth = seed; !isOver; nth += 7) {
        const [from, to] = [pick(nth), pick(nth * 3 + 1)];
        const subject = { kind: 'auction', id: `load-${seed}` };
        if (from.id !== to.id)
          await post(
            ledger.db,
            move(available(from), available(to), 1),
            move(bonus(from), { kind: 'revenue' }, 1),
          ).catch(() => undefined);
        await post(ledger.db, move({ kind: 'issuance' }, available(to), 2));
        const hold = { subject, realm: 0, transferKind: 'bid_hold' as const, userId: to.id };
        await inTransaction(ledger.db, (tx) =>
          changeHolds(tx, {
            open: [{ ...hold, id: uuidv7(), amount: 1, transferId: uuidv7(), key: uuidv7() }],
          }),
        );
        if (nth % 5 === 0) await createUser(ledger.db, { coins: 3 });
        await inTransaction(ledger.db, (tx) =>
          changeHolds(tx, {
            close: [
              {
                ...hold,
                transferKind: 'bid_capture',
                transferId: uuidv7(),
                key: uuidv7(),
                captureTo: { kind: 'revenue' },
              },
            ],
          }),
        );
        moved += 1;
      }
    };
    const movers = [mover(1), mover(2), mover(3)];
    const other = openDatabase({ url: ledger.url, poolSize: 3 });
    try {
      for (let nth = 0; nth < 10 || moved < 40; nth += 1) {
        const modes =
          nth % 2 === 0 ? (['full', 'checkpoints'] as const) : (['checkpoints', 'checkpoints'] as const);
        const reports = await Promise.all(modes.map((mode) => auditLedger(other, { mode })));
        for (const report of reports) expect(report.errors).toEqual([]);
      }
    } finally {
      isOver = true;
      await Promise.all(movers);
      await other.close();
    }
    expect((await audit({ mode: 'full' })).errors).toEqual([]);
    expect((await audit({ mode: 'checkpoints' })).errors).toEqual([]);
  });
});
