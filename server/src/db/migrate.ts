import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../environment.ts';
import { lockNumbers } from './advisory-locks.ts';
import { findMissing, type Migration, readMigrations } from './migrations.ts';
import { outageOf } from './pg-errors.ts';
import { connectToPrimary } from './primary.ts';
import { setUpServerRole } from './server-role.ts';

/** All commands on a table queue behind a migration that waits for it, so it waits only this long, and tries again. */
const LOCK_TIMEOUT_MS = 300;
const RETRY_EVERY_MS = 1_000;
const TRIES = 600;

export interface MigrateOptions {
  /** The role that owns the tables. */
  ownerUrl: string;
  /** The role of the servers. */
  url: string;
  /** Receives a sentence when other sessions delay a migration. */
  report?: (text: string) => void;
}

/**
 * Migrates the database as its owner and updates the privileges of the servers' role. Several servers may call it at
 * the same time: it takes a lock. Migrations that another order left out are applied too. Each has its own transaction.
 */
export async function migrate(
  { ownerUrl, url, report }: MigrateOptions,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const client = await connectToPrimary(ownerUrl, { application_name: 'copup-migrate' });
  try {
    // Lets the database notice that this process was killed; not available on every system.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined);
    // Servers start without the standby, too. Their later commits, once confirmed, cover the migrations before them.
    await client.query('SET synchronous_commit = local');
    await client.query('SELECT pg_advisory_lock($1)', [lockNumbers.migrations]);
    await applyMissing(client, migrations, report);
    await setUpServerRole(client, url);
  } finally {
    await client.end();
  }
}

/** Applies those of the migrations that the database does not have, in order. */
export async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  report: MigrateOptions['report'],
): Promise<void> {
  // The table has the names of drizzle's migrator, which migrated earlier versions.
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`);
  for (const migration of await findMissing(client, migrations)) await apply(client, migration, report);
}

/** Applies a migration in one transaction. While other sessions have its tables locked, it tries again. */
async function apply(
  client: pg.Client,
  { tag, sql, hash, when }: Migration,
  report: MigrateOptions['report'],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(sql);
      await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
        hash,
        when,
      ]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      const outage = outageOf(error);
      if (outage === 'unavailable') throw error;
      await client.query('ROLLBACK');
      if (outage !== 'busy')
        throw new ConfigError([
          `the migration ${tag} failed and changed nothing: ${(error as Error).message}`,
        ]);
      if (tries === 1) report?.(`The migration ${tag} waits for other sessions: ${await oldest(client)}`);
      if (tries === TRIES)
        throw new ConfigError([
          `the migration ${tag} found its tables locked ${TRIES} times. End these sessions with pg_terminate_backend, or migrate later: ${await oldest(client)}`,
        ]);
      await pause(RETRY_EVERY_MS);
    }
  }
}

/** Names the sessions with the oldest transactions. */
async function oldest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    `SELECT format('%s (%s, %s since %s)', pid, application_name, state, xact_start) AS session FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      ORDER BY xact_start LIMIT 3`,
  );
  return rows.map(({ session }) => session).join(', ');
}
