import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { WrongServer } from '../db/pg-errors.ts';
import { withConnection } from '../db/with-connection.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';

/** Any client may call it, so the check that writes runs at most this often. */
const CHECK_EVERY_MS = 1_000;

/** Serves /healthz: the process answers; and /readyz: it stays, and the database has its tables and accepts writes. */
export const health = ({ db, redis, clock, rooms }: Pick<Deps, 'db' | 'redis' | 'clock' | 'rooms'>) =>
  async function healthPlugin(app: FastifyInstance): Promise<void> {
    let last: { atMs: number; check: Promise<void> } | undefined;
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async () => {
      if (rooms.isLeaving)
        throw new Refusal('UNAVAILABLE', 'This server is about to stop.', { retryAfterS: 1 });
      const nowMs = clock.monotonicMs();
      if (!last || nowMs - last.atMs >= CHECK_EVERY_MS) last = { atMs: nowMs, check: checkWrites(db) };
      await Promise.all([last.check, db.pool.query('SELECT 1 FROM session_changes LIMIT 1')]).catch(explain);
      const { state, standbys } = db.replication.report;
      const lags = standbys.map(({ lag_ms }) => lag_ms ?? 0);
      return {
        status: 'ready',
        redis: redis.isReady() ? 'ready' : 'away',
        // Any client may read this; the names of the standbys are for operators.
        replication: { state, lag_ms: lags.length > 0 ? Math.max(...lags) : null },
      };
    });
  };

/** Operators read here why the database is not used. */
function explain(error: unknown): never {
  if (error instanceof WrongServer)
    throw new Refusal('UNAVAILABLE', error.message, { retryAfterS: 1, cause: error });
  throw error;
}

/** Inserts a row that fills a page, which fails on a full disk, and rolls back. */
function checkWrites(db: Database): Promise<void> {
  return withConnection(db, async (client) => {
    await client.query('BEGIN');
    try {
      await client.query(`INSERT INTO write_checks (filler) VALUES (repeat('x', 7000))`);
    } finally {
      await client.query('ROLLBACK');
    }
  });
}
