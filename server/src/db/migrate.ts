import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { setUpServerRole } from './server-role.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_001;

export interface MigrateOptions {
  /** The role that owns the tables. */
  ownerUrl: string;
  /** The role of the servers. */
  url: string;
}

/**
 * Migrates the database as its owner and updates the privileges of the servers' role. Several servers may call it at
 * the same time: it takes a lock, since drizzle does not.
 */
export async function migrate({ ownerUrl, url }: MigrateOptions): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    await setUpServerRole(client, url);
  } finally {
    await client.end();
  }
}
