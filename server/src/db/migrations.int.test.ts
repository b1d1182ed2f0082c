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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit.ts';
import { findTransfer } from '../ledger/post-transfers.ts';
import { type Database, openDatabase } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.asOwner('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  db = openDatabase({ url: test.ownerUrl, poolSize: 2 });
});
afterAll(async () => {
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
      move(available({ id: giver }), available({ id: taker }), 3, { kind: 'send', key: 'sent' }),
    ];
    for (const transfer of transfers) await post(db, transfer);

    await migrate(test);

    for (const { id, kind, key } of transfers)
      expect(await inTransaction(db, (tx) => findTransfer(tx, kind, key))).toMatchObject({ id });
    const again = move(available({ id: giver }), available({ id: taker }), 3, { kind: 'send', key: 'sent' });
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
});
