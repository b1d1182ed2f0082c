import type { RoomDrift } from '@copup/shared/room-trace.ts';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import type { Figure } from '../../ops/registry.ts';
import type { Drift } from '../../rooms/room-checks.ts';
import type { TraceCollector } from './collect-trace.ts';
import { writeTraceFile } from './merge-parts.ts';
import { roomDrifts } from './room-drifts.tables.ts';

/** What clients of one user report is stored this often in an hour: a client may report anything. */
const MOST_OF_USER = 3;
const TRACE_EVENTS = 2_000;
const SHOWN = 50;

/** Stores each drift with the last minutes of its room, and counts it. */
export class DriftKeeper {
  readonly #deps: Pick<Deps, 'db' | 'log' | 'rooms'>;
  readonly #collector: Pick<TraceCollector, 'collect'>;
  readonly #counts: Record<Drift['of'], number> = { client: 0, server: 0 };

  constructor(deps: Pick<Deps, 'db' | 'log' | 'rooms'>, collector: Pick<TraceCollector, 'collect'>) {
    this.#deps = deps;
    this.#collector = collector;
    const { log, rooms } = deps;
    rooms.onDrift((drift) => {
      this.keep(drift).catch((error: unknown) => log.error({ err: error, drift }, 'a drift was not stored'));
    });
  }

  /** Returns whether it was stored: a user's clients report few. */
  async keep(drift: Drift): Promise<boolean> {
    const { db, log, rooms } = this.#deps;
    const { rows } = await db.pool.query<{ id: number }>({
      name: 'room-drift-store',
      text: `INSERT INTO room_drifts (room, kind, of, how, version, expected, user_id, server)
        SELECT $1, $2, $3, $4, $5, $6, $7::uuid, $8 WHERE $7::uuid IS NULL OR (SELECT count(*) FROM room_drifts
          WHERE user_id = $7::uuid AND found_at > statement_timestamp() - interval '1 hour') < ${MOST_OF_USER}
        RETURNING id`,
      values: [
        ...[drift.room, drift.kind, drift.of, drift.how, drift.version, drift.expected],
        ...[drift.userId ?? null, rooms.serverId],
      ],
    });
    const id = rows[0]?.id;
    if (id === undefined) return false;
    this.#counts[drift.of] += 1;
    const { userId: _, ...shown } = drift;
    if (drift.of === 'server') log.error({ drift: shown }, 'rooms: a state differs from its rows');
    else log.warn({ drift: shown }, 'rooms: a client shows another state than it was sent');
    const trace = await this.#collector.collect(drift.room.split('@', 1)[0] ?? '', TRACE_EVENTS);
    await db.orm
      .update(roomDrifts)
      .set({ trace: writeTraceFile(trace) })
      .where(eq(roomDrifts.id, id));
    return true;
  }

  figures(): Figure[] {
    return [
      {
        type: 'counter',
        name: 'copup_room_drift_total',
        help: 'States of rooms that were not those they should be: of a client, which alone proves nothing, or of this server',
        labelNames: ['of'],
        read: () => Object.entries(this.#counts).map(([of, count]) => [{ of }, count] as const),
      },
    ];
  }
}

/** Returns the newest drifts; those of clients are confirmed when clients of two users found one within an hour. */
export async function listDrifts(db: Database): Promise<RoomDrift[]> {
  const { rows } = await db.pool.query<Omit<RoomDrift, 'found_at'> & { found_at: Date }>({
    name: 'room-drifts-list',
    text: `SELECT d.id, d.found_at, d.room, d.of, d.how, d.version::int, d.expected::int, d.server, u.username::text,
        d.trace IS NOT NULL AS has_trace, d.of = 'server' OR EXISTS (SELECT FROM room_drifts o
          WHERE o.of = 'client' AND o.user_id <> d.user_id AND o.found_at BETWEEN d.found_at - interval '1 hour' AND d.found_at + interval '1 hour') AS is_confirmed
      FROM room_drifts d LEFT JOIN users u ON u.id = d.user_id ORDER BY d.found_at DESC, d.id DESC LIMIT ${SHOWN}`,
  });
  return rows.map((row) => ({ ...row, found_at: row.found_at.toISOString() }));
}

/** Returns the room of a drift and its trace as JSON lines; undefined without one. */
export async function findDriftTrace(
  db: Database,
  id: number,
): Promise<{ room: string; trace: string } | undefined> {
  const { room, trace } = roomDrifts;
  const [found] = await db.orm.select({ room, trace }).from(roomDrifts).where(eq(roomDrifts.id, id));
  return found?.trace ? { room: found.room, trace: found.trace } : undefined;
}
