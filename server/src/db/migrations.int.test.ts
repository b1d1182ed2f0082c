import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditLedger } from '../audit.ts';
import { accountId } from '../ledger/accounts.ts';
import { findTransfer, type NewTransfer } from '../ledger/post-transfers.ts';
import { checkDatabase } from './check-database.ts';
import { type Database, openDatabase } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { applyMissing, migrate } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';

withoutAudit();

const DEPLOY = fileURLToPath(new URL('../../../deploy/migrate.ts', import.meta.url));

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase({ url: test.ownerUrl, poolSize: 2 });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** Applies these migrations to the emptied database, to create the schema of another version. */
async function migrateWith(isChosen: (no: number) => boolean): Promise<void> {
  await test.asOwner('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  try {
    await applyMissing(
      client,
      readMigrations().filter(({ tag }) => isChosen(Number(tag.slice(0, 4)))),
      undefined,
    );
  } finally {
    await client.end();
  }
}

const migrateTo = (last: number) => migrateWith((no) => no <= last);

/** Posts a transfer as the servers of that version did. Today's read tables that it did not have. */
async function postInVersion13({ id, kind, key, postings }: NewTransfer): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    await client.query(
      `INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
       VALUES ($1, $2, 0, 'test', '1', $3, '')`,
      [id, kind, key],
    );
    for (const [no, { from, to, amount }] of postings.entries()) {
      await client.query(
        `INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
         VALUES ($1, $2, 0, 'coin', $3, $4, $5, $6, $7)`,
        [id, no, amount, from.kind, accountId(from), to.kind, accountId(to)],
      );
    }
  });
}

describe('migrations of a database with data', () => {
  it('P6 add the keys of earlier transfers, and keep the ledger correct', async () => {
    await migrateTo(13);
    const [giver, taker] = [uuidv7(), uuidv7()];
    for (const [nth, id] of [giver, taker].entries()) {
      await db.pool.query(
        `INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code)
         VALUES ($1, 0, 0, $2::text, $2::text || '@example.test', 'x', $2::text, $2::text)`,
        [id, `user_${nth}`],
      );
      await db.pool.query('INSERT INTO wallets (user_id, realm) VALUES ($1, 0)', [id]);
    }
    const transfers = [
      move({ kind: 'issuance' }, available({ id: giver }), 10, { key: 'given' }),
      move(available({ id: giver }), available({ id: taker }), 3, { key: 'moved' }),
    ];
    for (const transfer of transfers) await postInVersion13(transfer);

    await migrate(test);

    for (const { id, kind, key } of transfers)
      expect(await inTransaction(db, (tx) => findTransfer(tx, kind, key))).toMatchObject({ id });
    const again = move(available({ id: giver }), available({ id: taker }), 3, { key: 'moved' });
    await expect(post(db, again)).rejects.toThrow('transfers_once');
    const { rows } = await db.pool.query(
      'SELECT transfer_id, no, source_seq, destination_seq FROM postings ORDER BY transfer_id, no',
    );
    expect(rows).toEqual([
      { transfer_id: transfers[0]?.id, no: 0, source_seq: null, destination_seq: 1 },
      { transfer_id: transfers[1]?.id, no: 0, source_seq: 2, destination_seq: 1 },
    ]);
    expect(await auditLedger(db, { mode: 'full' })).toMatchObject({ ok: true, errors: [] });
  });

  it('S8 make operators of earlier versions owners, and neither players nor former operators', async () => {
    await migrateTo(89);
    for (const username of ['operator', 'former', 'player'])
      await db.pool.query(
        `INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code)
         VALUES ($1, 0, $2, $3::text, $3::text || '@example.test', 'x', $3::text, $3::text)`,
        [uuidv7(), username === 'player' ? 0 : 1, username],
      );
    await db.pool.query("UPDATE users SET role = 0 WHERE username = 'former'");

    await migrate(test);

    const { rows } = await db.pool.query<{ username: string; operator_role: string | null }>(
      'SELECT username::text, operator_role FROM users',
    );
    const roles = Object.fromEntries(rows.map(({ username, operator_role }) => [username, operator_role]));
    expect(roles).toEqual({ operator: 'owner', former: null, player: null });
  });

  it('X17 make coins young that were bought, received or won in the last hours, also in open pots', async () => {
    await migrateTo(62);
    const [buyer, friend, winner] = [uuidv7(), uuidv7(), uuidv7()];
    const players = [buyer, friend, winner];
    for (const [nth, id] of players.entries()) {
      await db.pool.query(
        `INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code)
         VALUES ($1, 0, 0, $2::text, $2::text || '@example.test', 'x', $2::text, $2::text)`,
        [id, `player_${nth}`],
      );
      await db.pool.query('INSERT INTO wallets (user_id, realm) VALUES ($1, 0)', [id]);
    }
    const pot = uuidv7();
    await db.pool.query(
      "INSERT INTO funds (id, kind, realm, unit, subject_kind, subject_id) VALUES ($1, 'pot', 0, 'coin', 'contest', '1')",
      [pot],
    );
    const wallet = (id: string) => available({ id });
    const issuance = { kind: 'issuance' } as const;
    const longAgo = uuidv7({ msecs: Date.now() - 80 * 3_600_000 });
    await postInVersion13({ ...move(issuance, wallet(winner), 20, { kind: 'purchase' }), id: longAgo });
    await db.pool.query('ALTER TABLE transfers DISABLE TRIGGER USER');
    await db.pool.query("UPDATE transfers SET created_at = created_at - interval '80 hours' WHERE id = $1", [
      longAgo,
    ]);
    await db.pool.query('ALTER TABLE transfers ENABLE TRIGGER USER');
    for (const transfer of [
      move(issuance, wallet(friend), 5),
      move(issuance, wallet(buyer), 100, { kind: 'purchase' }),
      move(wallet(buyer), wallet(friend), 60, { kind: 'send' }),
      move(wallet(buyer), { kind: 'revenue' }, 30, { kind: 'send_charge' }),
      move(issuance, wallet(winner), 7, { kind: 'prize' }),
      move(wallet(friend), { kind: 'pot', id: pot }, 15, { kind: 'entry_fee' }),
      move(wallet(winner), { kind: 'pot', id: pot }, 3, { kind: 'entry_fee' }),
    ])
      await postInVersion13(transfer);

    await migrate(test);

    const young = async (holder: string) => {
      const { rows } = await db.pool.query(
        'SELECT sum(amount)::int AS young FROM young_lots WHERE holder = $1',
        [holder],
      );
      return rows[0].young;
    };
    expect(await Promise.all([...players, pot].map(young))).toEqual([10, 50, 7, 18]);
    expect(await auditLedger(db, { mode: 'full' })).toMatchObject({ ok: true, errors: [] });
    await post(db, move({ kind: 'pot', id: pot }, wallet(friend), 15, { kind: 'refund' }));
    expect(await Promise.all([friend, pot].map(young))).toEqual([65, 3]);
  });

  it('W4 keep a pending trade with its screenshot and its account, and its reservation no longer ends', async () => {
    await migrateTo(55);
    const userId = uuidv7();
    await db.pool.query(
      `INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code)
       VALUES ($1, 0, 0, 'ada', 'ada@example.test', 'Ada Obi', 'x', 'x')`,
      [userId],
    );
    await db.pool.query(
      `WITH trader AS (INSERT INTO traders (name, price_kobo, min_points, max_points, payment_method, account_name, account_number)
         VALUES ('Kano Coins', 9300, 1, 100, 'Bank', 'Kano', '0123456789') RETURNING id)
       INSERT INTO trades (trader_id, user_id, bid_points, price_kobo, screenshot_hash, expires_at)
       SELECT id, $1, 30, 279000, sha256('x'), now() FROM trader`,
      [userId],
    );
    await migrate(test);
    const { rows } = await db.pool.query(
      `SELECT t.status, t.account_number, t.proved_at = t.created_at AS proved, p.hash = sha256('x') AS kept
       FROM trades t JOIN trade_proofs p ON p.trade_id = t.id`,
    );
    expect(rows).toEqual([{ status: 'pending', account_number: '0123456789', proved: true, kept: true }]);
    const { rows: due } = await db.pool.query("SELECT FROM trades WHERE status = 'reserved'");
    expect(due).toEqual([]);
  });
});

/** Another migration of today's database. */
const another: Migration = {
  tag: '9999_another',
  when: 9_999,
  sql: 'ALTER TABLE users ADD COLUMN another integer',
  hash: 'another',
};
/** The backends of migrations. */
const migrators = async (): Promise<{ wait: string }[]> =>
  (
    await db.pool.query(
      `SELECT wait_event_type AS wait FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'copup-migrate'`,
    )
  ).rows;

describe('migrations of a database of another version', () => {
  it('P9 applies those that an order of branches left out, and a server names them', async () => {
    await migrateWith((no) => no <= 53 && (no < 50 || no > 52));
    await test.asOwner(
      'GRANT USAGE ON SCHEMA drizzle TO copup_server; GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO copup_server',
    );
    await expect(checkDatabase(test.url)).rejects.toThrow(
      'Missing: 0050_welcome, 0051_validate_welcome, 0052_console_rooms, 0054',
    );
    await migrate(test);
    await checkDatabase(test.url);
  });

  it('P9 accepts later ones, and refuses another one in the place of its own', async () => {
    await migrate(test, [...readMigrations(), another]);
    await checkDatabase(test.url);
    await expect(migrate(test, [{ ...another, hash: 'yet another' }])).rejects.toThrow(
      'it has other migrations in the place of 9999_another',
    );
  });

  it('a migration that fails is named and changes nothing', async () => {
    const broken = { ...another, sql: `${another.sql}; SELECT 1 FROM nothing` };
    await expect(migrate(test, [broken])).rejects.toThrow(
      'the migration 9999_another failed and changed nothing: relation "nothing" does not exist',
    );
    await migrate(test, [another]);
  });
});

describe('migrations of a busy database', () => {
  it('A11 while a migration waits for a long reader, others read and write the table', async () => {
    const reader = await db.pool.connect();
    const server = openDatabase({ url: test.url });
    try {
      await reader.query('SET idle_in_transaction_session_timeout = 0');
      await reader.query('BEGIN');
      await reader.query('SELECT 1 FROM users');
      const migrated = migrate(test, [another]);
      await vi.waitFor(async () => expect(await migrators()).toEqual([{ wait: 'Lock' }]), {
        timeout: 20_000,
      });
      await server.pool.query('UPDATE users SET full_name = full_name');
      await server.pool.query('SELECT 1 FROM users');
      await reader.query('COMMIT');
      await migrated;
      await db.pool.query('SELECT another FROM users');
    } finally {
      reader.release();
      await server.close();
    }
  });

  it('I10 a migration that was killed leaves no backend that waits', async () => {
    const other = await db.pool.connect();
    try {
      await other.query('SELECT pg_advisory_lock(7301001)');
      const killed = spawn(process.execPath, [DEPLOY], {
        stdio: 'ignore',
        env: { ...process.env, DATABASE_OWNER_URL: test.ownerUrl, DATABASE_URL: test.url },
      });
      await vi.waitFor(async () => expect(await migrators()).toEqual([{ wait: 'Lock' }]), {
        timeout: 20_000,
      });
      const exited = once(killed, 'exit');
      killed.kill('SIGKILL');
      await exited;
      await vi.waitFor(async () => expect(await migrators()).toEqual([]));
    } finally {
      other.release(true);
    }
  });
});
