import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { available, move, post } from '@copup/testkit/ledger.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit.ts';
import { accountId } from '../ledger/accounts.ts';
import { findTransfer, type NewTransfer } from '../ledger/post-transfers.ts';
import { type Database, openDatabase } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  await test.asOwner('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  db = openDatabase({ url: test.ownerUrl, poolSize: 2 });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

/** Applies the migrations up to this number, to create the schema of an earlier version. */
async function migrateTo(last: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'copup-test-'));
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  try {
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journal = join(folder, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { idx: number }[] };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx <= last) }));
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}

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
