import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { ConfigError } from '../environment.ts';
import { sqlState } from './pg-errors.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** `when` of the first migration; that of each further one is a second later. */
const FIRST_WHEN = 1_763_640_000_000;
const NO_SUCH_SCHEMA = '3F000';
const NO_SUCH_TABLE = '42P01';
const NOT_ALLOWED = '42501';

export interface Migration {
  tag: string;
  /** Its place in the order, which follows from its number. */
  when: number;
  sql: string;
  hash: string;
}

/** Reads the migrations of this version, in the order of their numbers. */
export function readMigrations(): Migration[] {
  const tags = readdirSync(FOLDER).flatMap((name) => /^(\d{4}_\w+)\.sql$/.exec(name)?.[1] ?? []);
  return tags.sort().map((tag) => {
    const sql = readFileSync(new URL(`${tag}.sql`, FOLDER), 'utf8');
    return { tag, when: FIRST_WHEN + Number(tag.slice(0, 4)) * 1_000, sql, hash: hash('sha256', sql) };
  });
}

/**
 * Returns those that the database does not have, in order; the database may have later ones. All of them for a database
 * that was never migrated, or not for this role. Throws ConfigError if it has another migration in the place of one.
 */
export async function findMissing(
  client: pg.Client,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migration[]> {
  const applied = await listApplied(client);
  const hashes = new Set(applied.map(({ hash }) => hash));
  const missing = migrations.filter(({ hash }) => !hashes.has(hash));
  const known = new Set(migrations.map(({ hash }) => hash));
  const strange = new Set(applied.flatMap(({ hash, when }) => (known.has(hash) ? [] : [when])));
  const replaced = missing.filter(({ when }) => strange.has(when)).map(({ tag }) => tag);
  if (replaced.length > 0) {
    throw new ConfigError([
      `the database was migrated by another version, which was not released: it has other migrations in the place of ${replaced.join(', ')}. Start that version, or use another database`,
    ]);
  }
  return missing;
}

async function listApplied(client: pg.Client): Promise<{ hash: string; when: number }[]> {
  try {
    const { rows } = await client.query(
      'SELECT hash, created_at::float8 AS "when" FROM drizzle.__drizzle_migrations',
    );
    return rows;
  } catch (error) {
    if ([NO_SUCH_SCHEMA, NO_SUCH_TABLE, NOT_ALLOWED].includes(sqlState(error) ?? '')) return [];
    throw error;
  }
}
