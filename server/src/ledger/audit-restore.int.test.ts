import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { available, move, post, tamper } from '@copup/testkit/ledger.ts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useAuditedLedger } from '../../test/audited-ledger.ts';
import { auditLedger } from '../audit.ts';
import { repairPostings } from '../restore/repair-postings.ts';
import { AUDIT_LOCK, type AuditOptions } from './audit.ts';
import { platformBalance, rollUpPlatformAccounts } from './platform-accounts.ts';

const ledger = useAuditedLedger();
const run = (sql: string, values: unknown[] = []) => ledger.db.pool.query(sql, values);
const audit = (options?: Omit<AuditOptions, 'references' | 'epoch'>) => auditLedger(ledger.db, options);
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

/** Returns exit code and output; calls `whenStarted` as soon as the program has a connection. */
async function execute(args: string[], whenStarted?: () => Promise<void>) {
  const child = execFile(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: ledger.url },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const ended = once(child, 'exit');
  await whenStarted?.();
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
  });

  it('clears them when an epoch opens too, regardless of their position', async () => {
    await ledger.untilCovered();
    await audit();
    // The state after a restore whose positions this cluster has passed in the meantime.
    await run('UPDATE house_rollups SET balance = balance + 1');
    await run('UPDATE audit_checkpoints SET version = version + 1');
    await run(`UPDATE database_epochs SET table_oid = '1'::oid`);
    expect(await audit({ mode: 'checkpoints' })).toMatchObject({ ok: true, errors: [], isFull: true });
  });

  it('reports postings that it could not read as not audited, and exits with 2', async () => {
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
    const { code, output } = await execute([]);
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

describe('P2 when a connection of the audit ends', () => {
  it('it reports the lost connection and exits with 2', async () => {
    const [blocker, killer] = [new pg.Client(ledger.url), new pg.Client(ledger.url)];
    await Promise.all([blocker.connect(), killer.connect()]);
    try {
      // Stops the audit in its first read of accounts, after it took its lock.
      await blocker.query('BEGIN; LOCK TABLE holds IN ACCESS EXCLUSIVE MODE');
      const { code, output } = await execute([], async () => {
        await killer.query(`DO $$ BEGIN LOOP
          PERFORM pg_stat_clear_snapshot();
          PERFORM pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
            WHERE a.application_name = 'copup audit' AND l.locktype = 'advisory' AND l.objid = ${AUDIT_LOCK} AND a.datname = current_database();
          EXIT WHEN FOUND;
          PERFORM pg_sleep(0.01);
        END LOOP; END $$`);
        await blocker.query('ROLLBACK');
      });
      expect(output).toMatch(/^The audit could not run: the connection to the database failed: .+\n$/);
      expect(code).toBe(2);
    } finally {
      await Promise.all([blocker.end(), killer.end()]);
    }
  });
});
