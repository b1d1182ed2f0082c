import { readFileSync } from 'node:fs';
import pg from 'pg';
import { ConfigError } from '../environment.ts';
import { sqlState } from './pg-errors.ts';

const JOURNAL = new URL('../../../migrations/meta/_journal.json', import.meta.url);
const NO_SUCH_SCHEMA = '3F000';
const NO_SUCH_TABLE = '42P01';
const NOT_ALLOWED = '42501';

/**
 * Throws ConfigError unless the database has at least this version's migrations and the role of `url` is unprivileged:
 * a compromised server must not be able to disable the protection of balances.
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ isPowerful: boolean }>(
      `SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls OR EXISTS (
         SELECT 1 FROM pg_class WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('drizzle'))
           AND pg_has_role(relowner, 'MEMBER')) AS "isPowerful"
       FROM pg_roles WHERE rolname = current_user`,
    );
    if (rows[0]?.isPowerful !== false) {
      throw new ConfigError([
        'DATABASE_URL must name a role that owns nothing and is not a superuser; the owner belongs in DATABASE_OWNER_URL',
      ]);
    }
    if ((await lastMigration(client)) < lastKnownMigration()) {
      throw new ConfigError([
        'the database of DATABASE_URL is not migrated: set DATABASE_OWNER_URL, or run deploy/migrate.ts first',
      ]);
    }
  } finally {
    await client.end();
  }
}

/** Returns the time of the last migration; 0 for a database that was never migrated, or not for this role. */
async function lastMigration(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query(
      'SELECT max(created_at)::float8 AS last FROM drizzle.__drizzle_migrations',
    );
    return rows[0]?.last ?? 0;
  } catch (error) {
    if ([NO_SUCH_SCHEMA, NO_SUCH_TABLE, NOT_ALLOWED].includes(sqlState(error) ?? '')) return 0;
    throw error;
  }
}

function lastKnownMigration(): number {
  const journal = JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: { when: number }[] };
  return Math.max(...journal.entries.map(({ when }) => when));
}
