import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROWING, type GrowingTable, growLedger } from '../../test/grown-ledger.ts';
import { auditLedger } from '../audit.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { AuditOptions } from './audit.ts';
import { auditHoldOwners } from './audit-own-rows.ts';
import { type AuditReport, createErrorCollector } from './audit-report.ts';

type Reads = Record<GrowingTable, { pages: number; scannedRows: number }>;

/** Opens one connection more than the tests need, because the audit opens and closes its own. */
class GrownLedger {
  readonly users: number;
  readonly db: Database;
  readonly #test: TestDatabase;

  private constructor(users: number, test: TestDatabase) {
    this.users = users;
    this.#test = test;
    this.db = openDatabase({ url: test.ownerUrl, poolSize: 1 });
  }

  static async create(users: number): Promise<GrownLedger> {
    const ledger = new GrownLedger(users, await createTestDatabase());
    // A snapshot from before keeps VACUUM from marking pages as visible to all, as a long statement does in production.
    // The planner then expects that index-only scans read the table too.
    const before = openDatabase({ url: ledger.#test.ownerUrl, poolSize: 1 });
    const snapshot = await before.pool.connect();
    await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await snapshot.query(`SET idle_in_transaction_session_timeout = 0`);
    await snapshot.query('SELECT 1 FROM users LIMIT 1');
    await growLedger(ledger.db, users);
    snapshot.release(true);
    await before.close();
    await ledger.audit({ mode: 'full' });
    await ledger.db.pool.query(`VACUUM ANALYZE audit_checkpoints, audit_bids`);
    return ledger;
  }

  /** Runs the work on separate connections and counts what they read of each table. */
  async count<Result>(work: (db: Database) => Promise<Result>): Promise<{ result: Result; reads: Reads }> {
    // Excludes what this connection read before.
    await this.db.pool.query('SELECT pg_stat_force_next_flush()');
    const before = await this.#readCounts();
    const own = openDatabase({ url: this.#test.ownerUrl, poolSize: 2, applicationName: 'counted' });
    const result = await work(own);
    await own.close();
    // A connection adds its counts before it disappears from pg_stat_activity.
    const open = `SELECT FROM pg_stat_activity WHERE application_name = 'counted' AND datname = current_database()`;
    while ((await this.db.pool.query(open)).rowCount);
    const reads = await this.#readCounts();
    for (const table of GROWING) {
      reads[table].pages -= before[table].pages;
      reads[table].scannedRows -= before[table].scannedRows;
    }
    return { result, reads };
  }

  async audit(
    options: Omit<AuditOptions, 'references' | 'epoch'>,
  ): Promise<{ report: AuditReport; reads: Reads }> {
    const { result, reads } = await this.count((db) => auditLedger(db, options));
    return { report: result, reads };
  }

  async #readCounts(): Promise<Reads> {
    const { rows } = await this.db.pool.query(
      `SELECT relname AS "table", seq_tup_read AS "scannedRows",
         coalesce(heap_blks_read, 0) + coalesce(heap_blks_hit, 0) + coalesce(idx_blks_read, 0) + coalesce(idx_blks_hit, 0) AS pages
       FROM pg_statio_user_tables JOIN pg_stat_user_tables USING (relid, relname) WHERE relname = ANY($1)`,
      [GROWING],
    );
    return Object.fromEntries(
      rows.map(({ table, pages, scannedRows }) => [
        table,
        { pages: Number(pages), scannedRows: Number(scannedRows) },
      ]),
    ) as Reads;
  }

  /** Applies to connections opened later. */
  async setPlans(mode: string): Promise<void> {
    const name = new URL(this.#test.ownerUrl).pathname.slice(1);
    await this.db.pool.query(`ALTER DATABASE ${name} SET plan_cache_mode = ${mode}`);
  }

  async close(): Promise<void> {
    await this.db.close();
    await this.#test.drop();
  }
}

let small: GrownLedger;
let large: GrownLedger;
beforeAll(async () => {
  small = await GrownLedger.create(500);
  large = await GrownLedger.create(5_000);
});
afterAll(async () => {
  await small.close();
  await large.close();
});

const pagesPerUser = ({ reads, users }: { reads: Reads; users: number }) =>
  Object.values(reads).reduce((sum, { pages }) => sum + pages, 0) / users;

describe('P2 the cost of an audit with nothing new', () => {
  // After five executions PostgreSQL may switch a prepared statement to its generic plan.
  it.each(['auto', 'force_generic_plan'])(
    'is a few pages for each account, without a full table scan, and does not grow with what was checked before: plans %s',
    async (plans) => {
      for (const ledger of [small, large]) await ledger.setPlans(plans);
      const [few, many] = [
        await small.audit({ mode: 'checkpoints' }),
        await large.audit({ mode: 'checkpoints' }),
      ];
      for (const [{ report }, { users: wallets }] of [
        [few, small],
        [many, large],
      ] as const)
        expect(report).toMatchObject({ ok: true, isFull: false, checked: { postings: 0, wallets } });
      for (const table of GROWING) expect({ table, ...many.reads[table] }).toMatchObject({ scannedRows: 0 });
      const perUser = pagesPerUser({ reads: many.reads, users: large.users });
      expect(perUser).toBeLessThan(25);
      expect(perUser / pagesPerUser({ reads: few.reads, users: small.users })).toBeLessThan(1.3);
      expect(many.report.checked).toMatchObject({ entries: 0, bids: 0, contests: 0, keys: 0 });
      for (const table of [
        'auction_entries',
        'bids',
        'auctions',
        'contests',
        'contest_entries',
        'contest_scores',
        'card_draws',
        'audit_bids',
        'transfers',
        'transfer_keys',
      ] as const)
        expect(many.reads[table].pages, table).toBeLessThan(few.reads[table].pages + 5);
    },
  );

  it('does not grow with closed holds', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const holds = await large.count((db) =>
      auditHoldOwners(db, { realm: undefined, errors: createErrorCollector(), since }),
    );
    expect(holds.reads.holds.pages).toBeLessThan(10);
    expect(holds.reads.wallets.pages).toBeLessThan(10);
  });
});

describe('P2 the cost of a full audit', () => {
  it('is proportional to the history, which is read in full', async () => {
    const perUser: number[] = [];
    for (const ledger of [small, large]) {
      const { report, reads } = await ledger.audit({ mode: 'full' });
      const { users } = ledger;
      expect(report).toMatchObject({
        ok: true,
        checked: {
          postings: users,
          wallets: users,
          entries: 2 * users,
          bids: users,
          contests: users / 10,
          keys: users,
        },
      });
      perUser.push(pagesPerUser({ reads, users }));
    }
    expect((perUser[1] ?? 0) / (perUser[0] ?? 0)).toBeLessThan(1.3);
  });
});

describe('P2 an audit from checkpoints reports', () => {
  const stray = uuidv7();

  it.each([
    [
      'an entry',
      `INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) VALUES (100010, '${stray}', 1, 0)`,
      { table: 'auction_entries', row: `100010/${stray}` },
    ],
    [
      'a hold',
      `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by) VALUES ('${stray}', 'a', '1', '${stray}', 5, '${stray}')`,
      { table: 'holds', row: stray },
    ],
    [
      'a bid on an auction that was settled since',
      `WITH a AS (
         INSERT INTO auctions (name, category, price_kobo, entry_bid_points, starts_at, end_date, hard_end, status, chain_head,
           chain_secret, seq, leader_id, settled_at)
         VALUES ('A phone', 'product', 1, 1, now() - interval '2 h', now() - interval '1 h', now() - interval '1 h', 'completed',
           decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'), 1, '${stray}', now()) RETURNING id)
       INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
         SELECT id, 1, '${stray}', '${stray}', 'x', 0, 1, now() - interval '1 h', now(), '' FROM a`,
      { table: 'bids' },
    ],
  ])('%s of a user who does not exist', async (_, insert, error) => {
    await small.db.pool.query(insert);
    const { report } = await small.audit({ mode: 'checkpoints' });
    expect(report.isFull).toBe(false);
    expect(report.errors).toMatchObject([{ check: 'users', ...error }]);
    await small.db.pool.query(`SET session_replication_role = 'replica';
      DELETE FROM auction_entries WHERE user_id = '${stray}'; DELETE FROM holds WHERE user_id = '${stray}';
      DELETE FROM bids WHERE user_id = '${stray}'; RESET session_replication_role`);
  });
});
