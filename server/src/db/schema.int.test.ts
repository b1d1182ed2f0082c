import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { getTableConfig, is, PgTable } from './drizzle.ts';

const sources = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|[/.])tables\.ts$/.test(file),
);
const modules = await Promise.all(files.map((file) => import(join(sources, file))));
const declared = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map(getTableConfig);

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase({ url: test.ownerUrl, poolSize: 1 });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

it.each(declared.map((table) => [table.name, table] as const))(
  '%s is declared as in the migrations',
  async (name, table) => {
    const { rows } = await db.pool.query<{ name: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired",
         (atthasdef OR attidentity <> '') AS "hasDefault"
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname COLLATE "C"`,
      [name],
    );
    const columns = table.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(' (', '('),
      isRequired: column.notNull || column.primary,
      hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
    }));
    expect(columns.sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual(rows);
  },
);

it('declares every table of the migrations, once', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY relname COLLATE "C"`,
  );
  expect(declared.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name));
});
