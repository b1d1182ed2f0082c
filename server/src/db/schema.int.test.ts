import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';

const sources = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|[/.])tables\.ts$/.test(file),
);
const modules = await Promise.all(files.map((file) => import(join(sources, file))));
const declared = modules
  .flatMap((module) => Object.values<unknown>(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map(getTableConfig);

/** Tables that only named SQL reads and writes. One that is declared leaves this list; a new one is declared or added. */
const tablesInSqlOnly = [
  'admin_audit',
  'approvals',
  'auction_names',
  'audit_bids',
  'audit_checkpoints',
  'bids',
  'cart_items',
  'chain_root_heads',
  'chain_roots',
  'database_epochs',
  'holds_archive',
  'house_rollup_position',
  'inboxes',
  'known_devices',
  'list_rooms',
  'mail_outbox',
  'notifications',
  'notify_requests',
  'one_time_codes',
  'operator_moves',
  'realms',
  'recovery_codes',
  'second_factors',
  'session_changes',
  'sessions',
  'settings',
  'stored_replies',
  'write_checks',
];
/** Columns of declared tables that only named SQL reads and writes: rows are read without them. */
const columnsInSqlOnly: Record<string, readonly string[]> = { auctions: ['outbid_due_at', 'told_upto'] };

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
  '%s is declared as the migrations make it',
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
    expect(columns.sort((left, right) => (left.name < right.name ? -1 : 1))).toEqual(
      rows.filter((row) => !columnsInSqlOnly[name]?.includes(row.name)),
    );
    const all = new Set(rows.map((row) => row.name));
    for (const column of columnsInSqlOnly[name] ?? []) expect(all).toContain(column);
  },
);

it('declares every table, or names it as one of named SQL alone', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition ORDER BY relname COLLATE "C"`,
  );
  const names = [...declared.map(({ name }) => name), ...tablesInSqlOnly].sort();
  expect(names).toEqual(rows.map(({ name }) => name));
});
