import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createUser, createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { available, bonus, move, post, tamper } from '@copup/testkit/ledger.ts';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../../test/audited-ledger.ts';
import { auditLedger } from '../audit.ts';
import { lockNumbers } from '../db/advisory-locks.ts';
import { openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { isConnectionLoss } from '../db/pg-errors.ts';
import { repairPostings } from '../restore/repair-postings.ts';
import type { AuditOptions } from './audit.ts';
import { changeHolds } from './holds.ts';
import { platformBalance, rollUpPlatformAccounts } from './platform-accounts.ts';

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
  it('reports a correct ledger as correct, with the balances by kind of account; continues from its last position', async () => {
    const progress: [string, number][] = [];
    const report = await audit({ onProgress: (...step) => progress.push(step) });
    expect(report).toMatchObject({ ok: true, errors: [], isFull: true });
    expect(report.checked).toMatchObject({ wallets: 3, funds: 1 });
    expect(progress).toEqual(
      expect.arrayContaining([
        ['wallets', 3],
        ['funds', 1],
      ]),
    );
    const { rows: locks } = await run(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lockNumbers.audit}
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(locks).toEqual([]);
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

    await post(ledger.db, move(available(ledger.rich), available(ledger.poor), 1));
    const before = await run('SELECT count(*)::integer AS count FROM audit_checkpoints');
    expect(before.rows[0].count).toBe(4);
    const newer = await audit({ mode: 'checkpoints' });
    expect(newer).toMatchObject({ ok: true, isFull: false });
    expect(newer.checked.postings).toBeLessThanOrEqual(1);
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
      for (let nth = 0; nth < (isFull ? 10 : 4) || moved < 30; nth += 1) {
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

const program = fileURLToPath(new URL('../audit.main.ts', import.meta.url));
const postNow = () => post(ledger.db, move(available(ledger.rich), { kind: 'revenue' }, 1));
const readRevenue = () => platformBalance(ledger.db, 'revenue', 'coin', 0);

async function count(): Promise<number> {
  const { rows } = await run('SELECT count(*)::integer AS count FROM postings');
  return rows[0].count;
}

/**
 * Creates the state after a restore onto a younger cluster: all postings have ids that this cluster has not assigned.
 */
async function moveIntoFuture(): Promise<void> {
  await tamper(ledger.db, 'postings', (tx) =>
    tx.client.query(`UPDATE postings SET xid = (xid::text::bigint + 800000000000)::text::xid8`),
  );
}

/** Returns exit code and output. */
async function execute() {
  const child = execFile(process.execPath, [program], { env: { ...process.env, DATABASE_URL: ledger.url } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  const [code] = await ended;
  return { code, output };
}

describe('P2 the audit after a restore onto a younger cluster', () => {
  it('clears positions and checkpoints of the other cluster, and follows all postings', async () => {
    await ledger.untilCovered();
    expect(await audit()).toMatchObject({ ok: true, left: { unreachable: 0 } });
    await run(`UPDATE audit_position SET upto = '900000000000', postings = 10000000`);
    await run(`UPDATE audit_checkpoints SET version = version + 1`);
    await run(`UPDATE house_rollup_position SET upto = '900000000000'`);
    expect(await audit({ mode: 'checkpoints' })).toMatchObject({ ok: true, errors: [], isFull: true });
    expect(await audit({ mode: 'checkpoints' })).toMatchObject({ ok: true, errors: [], isFull: false });
    // An epoch that opens clears them too: this cluster may have passed their position in the meantime.
    await run('UPDATE house_rollups SET balance = balance + 1');
    await run('UPDATE audit_checkpoints SET version = version + 1');
    await run(`UPDATE database_epochs SET table_oid = '1'::oid`);
    expect(await audit({ mode: 'checkpoints' })).toMatchObject({ ok: true, errors: [], isFull: true });
  });

  it('reports postings that it could not read as not audited, and exits with 2', {
    tags: ['full'],
  }, async () => {
    const restored = await count();
    await moveIntoFuture();
    await postNow();
    await ledger.untilCovered();
    expect(await audit()).toMatchObject({
      ok: false,
      errors: [],
      left: { later: 0, unreachable: restored },
      checked: { postings: 1 },
    });
    const { code, output } = await execute();
    expect(code).toBe(2);
    expect(output).toContain(`✘ ${restored} postings NOT AUDITED`);
    expect(output).toContain('THE LEDGER WAS NOT AUDITED IN FULL.');
    expect(output).not.toContain('The ledger is correct.');
  });

  it('L1 covers all postings once they are repaired; roll-ups count each exactly once', async () => {
    await postNow();
    const before = await readRevenue();
    await moveIntoFuture();
    await postNow();
    expect(await readRevenue()).toBe(before + 1);
    await rollUpPlatformAccounts(ledger.db);
    const restored = (await count()) - 1;
    let isOver = false;
    const rollingUp = (async () => {
      while (!isOver) await rollUpPlatformAccounts(ledger.db);
    })();
    const posting = (async () => {
      for (let nth = 0; nth < 20; nth += 1) await postNow();
    })();
    const repaired = await repairPostings(ledger.db, { batch: 3 });
    await posting;
    isOver = true;
    await rollingUp;
    expect(repaired).toBe(restored);
    expect(await repairPostings(ledger.db)).toBe(0);
    expect(await readRevenue()).toBe(before + 21);
    await ledger.untilCovered();
    const report = await audit({ mode: 'full' });
    expect(report).toMatchObject({ ok: true, errors: [], left: { later: 0, unreachable: 0 } });
    expect(report.checked.postings).toBe(await count());
    await rollUpPlatformAccounts(ledger.db);
    expect(await readRevenue()).toBe(before + 21);
  });

  it('L4 no other change of a posting, and no change of a posting of this cluster, is accepted', async () => {
    const refused = /append-only: UPDATE refused/;
    await expect(run('UPDATE postings SET amount = amount + 1')).rejects.toThrow(refused);
    await expect(run('UPDATE postings SET xid = pg_current_xact_id()')).rejects.toThrow(refused);
    await moveIntoFuture();
    await expect(run('UPDATE postings SET xid = pg_current_xact_id(), amount = 1')).rejects.toThrow(refused);
    await expect(run(`UPDATE postings SET xid = '3'`)).rejects.toThrow(refused);
    await expect(run('DELETE FROM postings')).rejects.toThrow(/append-only: DELETE refused/);
  });
});

it('P2 the audit fails when one of its connections ends', async () => {
  const [blocker, killer] = [new pg.Client(ledger.url), new pg.Client(ledger.url)];
  await Promise.all([blocker.connect(), killer.connect()]);
  const own = openDatabase({ url: ledger.url, poolSize: 2, applicationName: 'copup audit' });
  try {
    // Stops the audit in its first read of accounts, after it took its lock.
    await blocker.query('BEGIN; LOCK TABLE holds IN ACCESS EXCLUSIVE MODE');
    const audited = auditLedger(own).catch((error: unknown) => error);
    await killer.query(`DO $$ BEGIN LOOP
      PERFORM pg_stat_clear_snapshot();
      PERFORM pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
        WHERE a.application_name = 'copup audit' AND l.locktype = 'advisory' AND l.objid = ${lockNumbers.audit} AND a.datname = current_database();
      EXIT WHEN FOUND;
      PERFORM pg_sleep(0.01);
    END LOOP; END $$`);
    await blocker.query('ROLLBACK');
    // The program prints it and exits with 2, as it does while the database is away.
    expect(isConnectionLoss(await audited)).toBe(true);
  } finally {
    await Promise.all([own.close(), blocker.end(), killer.end()]);
  }
});
