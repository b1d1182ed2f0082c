import { type Database, openDatabase } from '@copup/server/db/database.ts';
import { inTransaction, type Transaction } from '@copup/server/db/in-transaction.ts';
import { type NewTransfer, postTransfers } from '@copup/server/ledger/post-transfers.ts';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './databases.ts';

/** Creates a database for the test file, open from its first test to its last. */
export function useTestDatabase(
  poolSize = 8,
): { readonly db: Database } & Pick<TestDatabase, 'url' | 'ownerUrl'> {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase({ url: test.url, poolSize });
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });
  return {
    get db() {
      return db;
    },
    get url() {
      return test.url;
    },
    get ownerUrl() {
      return test.ownerUrl;
    },
  };
}

export { available, bonus, held, move } from './transfers.ts';

/** Posts transfers in one new transaction. */
export function post(db: Database, ...transfers: NewTransfer[]): Promise<void> {
  return inTransaction(db, (tx) => postTransfers(tx, transfers));
}

/** Runs statements as the owner with a table's triggers disabled, which the database otherwise refuses. */
export async function tamper(
  db: Database,
  table: string,
  statements: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await statements(tx);
    await tx.client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}
