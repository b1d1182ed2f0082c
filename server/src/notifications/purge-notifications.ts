import type { Database } from '../db/database.ts';
import { PURGE_CHUNK, purgeInChunks } from '../db/purge.ts';

/** Longer than anything that a notice refers to stays open. */
const KEPT = "interval '180 days'";
/** Returns the smallest UUIDv7 of a time, so that the primary key finds older rows. */
const firstIdSince = (time: string) =>
  `(lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * Deletes notices older than 180 days, read or not; subtracts unread ones from the inbox's count in the same statement.
 * Locks an inbox before its notices, as `markAllRead` does, and skips rows that another transaction has locked.
 */
export function purgeNotifications(db: Database): Promise<number> {
  return purgeInChunks(async () => {
    const { rows } = await db.pool.query<{ purged: number }>({
      name: 'purge-notifications',
      text: `WITH old AS MATERIALIZED (
          SELECT id, user_id FROM notifications
          WHERE id < ${firstIdSince(`statement_timestamp() - ${KEPT}`)} AND created_at < statement_timestamp() - ${KEPT}
          ORDER BY id LIMIT ${PURGE_CHUNK}),
        locked AS MATERIALIZED (
          SELECT user_id FROM inboxes WHERE user_id = ANY(ARRAY(SELECT user_id FROM old)) ORDER BY user_id
          FOR NO KEY UPDATE SKIP LOCKED),
        purged AS (
          DELETE FROM notifications WHERE id = ANY(ARRAY(SELECT id FROM old JOIN locked USING (user_id)))
          RETURNING user_id, read_at),
        unread AS (SELECT user_id, count(*)::int AS n FROM purged WHERE read_at IS NULL GROUP BY user_id),
        counted AS (
          UPDATE inboxes i SET unread = greatest(i.unread - u.n, 0), version = i.version + 1
          FROM unread u WHERE i.user_id = u.user_id)
        SELECT count(*)::int AS purged FROM purged`,
    });
    return rows[0]?.purged ?? 0;
  });
}
