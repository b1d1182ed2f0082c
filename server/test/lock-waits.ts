import { vi } from 'vitest';
import type { Database } from '../src/db/database.ts';

/** Waits until a session of this database, or several, wait for a lock. */
export async function untilBlocked({ pool }: Pick<Database, 'pool'>, sessions = 1): Promise<void> {
  await vi.waitUntil(
    async () =>
      (
        await pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows.length >= sessions,
    { timeout: 10_000, interval: 5 },
  );
}
