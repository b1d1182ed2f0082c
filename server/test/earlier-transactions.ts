import { vi } from 'vitest';
import type { Database } from '../src/db/database.ts';

/**
 * Waits until every transaction that has begun is finished, also in other databases of the cluster: they hold back
 * roll-ups and the cut of an audit. Afterwards one roll-up contains all that was committed before the call.
 */
export async function untilEarlierEnded({ pool }: Database): Promise<void> {
  const { rows: now } = await pool.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  await vi.waitUntil(
    async () => {
      const { rows } = await pool.query<{ isOver: boolean }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS "isOver"',
        [now[0]?.xid],
      );
      return rows[0]?.isOver;
    },
    { timeout: 60_000, interval: 20 },
  );
}
