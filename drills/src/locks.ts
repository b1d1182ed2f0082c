import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@copup/testkit/database.ts';
import { Client } from 'pg';

const patienceMs = 10_000;

/** Runs the statement in a new transaction and keeps its locks until `release`. */
export async function holdLocks(url: string, statement: string): Promise<{ release(): Promise<void> }> {
  const client = new Client({ connectionString: url, application_name: 'copup-drill' });
  // The drill may stop its PostgreSQL while the lock is held.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return {
    release: async () => {
      await client.query('ROLLBACK').catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

/** Waits until a server's statement that contains the text waits for a lock; resolves with the server's name. */
export async function untilBlocked(db: Database, text: string): Promise<string> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const { rows } = await db.pool.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND application_name IN ('one', 'two') AND position($1 IN query) > 0 LIMIT 1`,
      [text],
    );
    if (rows[0]) return rows[0].name;
    await pause(10);
  }
  throw new Error(`no server waited for a lock with: ${text}`);
}
