import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { transferKinds } from './post-transfers.ts';
import * as tables from './tables.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase({ url: test.url, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

describe('the tables as declared', () => {
  it.each(Object.values(tables).map((table): [string, PgTable] => [getTableConfig(table).name, table]))(
    '%s has the columns of the database',
    async (name, table) => {
      const { rows } = await db.pool.query<{ name: string; isNullable: string }>(
        `SELECT column_name AS name, is_nullable AS "isNullable" FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 ORDER BY column_name`,
        [name],
      );
      const declared = getTableConfig(table).columns.map((column) => ({
        name: column.name,
        isNullable: column.notNull || column.primary ? 'NO' : 'YES',
      }));
      expect(declared.sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual(rows);
    },
  );

  it('L2 the kinds of transfers are those of the database', async () => {
    const { rows } = await db.pool.query<{ text: string }>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'transfers_kind_check'`,
    );
    const known = [...(rows[0]?.text ?? '').matchAll(/'(\w+)'::text/g)].map(([, kind]) => kind);
    expect(known).toEqual([...transferKinds]);
  });
});
