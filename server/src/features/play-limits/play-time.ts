import type { PlaySession } from '@copup/shared/play-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { AccountDeletion } from '../../feature.ts';

const EVERY_S = 60;
/** A longer pause ends the play; the next begins anew. */
const PAUSE = "interval '15 minutes'";
const CHUNK = 1_000;
const HOUR_S = 3_600;

export interface PlayTime {
  start(): void;
  stop(): void;
  /** Writes the time of the players who play now on this server. */
  write(): Promise<void>;
}

/**
 * Measures how long players play (G3): once a minute each server writes, in one statement for many, who has a socket in
 * a room of a play. Players of load tests are not measured.
 */
export function createPlayTime({ db, rooms, log }: Pick<Deps, 'db' | 'rooms' | 'log'>): PlayTime {
  let timer: NodeJS.Timeout | undefined;
  const write = async () => {
    const players = rooms.playing().filter(({ realm, role }) => realm === 0 && role === 0);
    const ids = players.map(({ userId }) => userId).sort();
    for (let at = 0; at < ids.length; at += CHUNK) await notePlaying(db, ids.slice(at, at + CHUNK));
  };
  return {
    start() {
      timer = setInterval(() => {
        write().catch((error: unknown) => log.warn({ err: error }, 'the time of play was not written'));
      }, EVERY_S * 1_000);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    write,
  };
}

/** Adds the time since the last call, at most a minute: another server may have written it in between. */
async function notePlaying(db: Database, userIds: readonly string[]): Promise<void> {
  await db.pool.query({
    name: 'play-sessions-seen',
    text: `INSERT INTO play_sessions AS s (user_id, started_at, seen_at, spent_before, won_before)
      SELECT u.id, statement_timestamp(), statement_timestamp(), coalesce(d.spent - d.refunded, 0), coalesce(d.won, 0)
      FROM unnest($1::uuid[]) AS u (id)
        LEFT JOIN play_days d ON d.user_id = u.id AND d.day = (statement_timestamp() AT TIME ZONE 'Africa/Lagos')::date
      ORDER BY u.id
      ON CONFLICT (user_id) DO UPDATE SET
        started_at = CASE WHEN s.seen_at < excluded.seen_at - ${PAUSE} THEN excluded.started_at ELSE s.started_at END,
        spent_before = CASE WHEN s.seen_at < excluded.seen_at - ${PAUSE} THEN excluded.spent_before ELSE s.spent_before END,
        won_before = CASE WHEN s.seen_at < excluded.seen_at - ${PAUSE} THEN excluded.won_before ELSE s.won_before END,
        played_ms = CASE WHEN s.seen_at < excluded.seen_at - ${PAUSE} THEN 0 ELSE s.played_ms
          + least(${EVERY_S}000, greatest(0, floor(extract(epoch FROM excluded.seen_at - s.seen_at) * 1000)::bigint)) END,
        seen_at = greatest(s.seen_at, excluded.seen_at)`,
    values: [userIds],
  });
}

/** S7: when a deleted user played is erased; what was spent stays with the ledger, and limits and breaks stay. */
export const playTimeDeletion: AccountDeletion = {
  blocks: async () => [],
  async erase(tx, userId) {
    await tx.client.query('DELETE FROM play_sessions WHERE user_id = $1', [userId]);
  },
};

interface Row {
  startedAt: Date;
  playedMs: number;
  spent: number;
  won: number;
}

/** Reads the current play of a user with its result (G3), as of now. */
export async function readPlaySession(db: Database, userId: string): Promise<PlaySession> {
  const { rows } = await db.pool.query<Row>({
    name: 'play-session',
    text: `SELECT s.started_at AS "startedAt", s.played_ms
          + least(${EVERY_S}000, greatest(0, floor(extract(epoch FROM statement_timestamp() - s.seen_at) * 1000)::bigint)) AS "playedMs",
        coalesce(sum(d.spent - d.refunded), 0)::bigint - s.spent_before AS spent,
        coalesce(sum(d.won), 0)::bigint - s.won_before AS won
      FROM play_sessions s
        LEFT JOIN play_days d ON d.user_id = s.user_id AND d.day >= (s.started_at AT TIME ZONE 'Africa/Lagos')::date
      WHERE s.user_id = $1 AND s.seen_at >= statement_timestamp() - ${PAUSE}
      GROUP BY s.user_id`,
    values: [userId],
  });
  const row = rows[0];
  const seconds = row ? Math.floor(row.playedMs / 1_000) : 0;
  const { spent, won } = row ?? { spent: 0, won: 0 };
  return {
    started_at: row?.startedAt.toISOString() ?? null,
    seconds,
    spent,
    won,
    net: won - spent,
    reminds_in_seconds: HOUR_S - (seconds % HOUR_S),
  };
}
