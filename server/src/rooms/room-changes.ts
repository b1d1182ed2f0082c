import type { Database } from '../db/database.ts';

/** More changes since the last read than this are not listed: the reader compares all its rooms. */
const MOST = 20_000;
/** Changes are kept for longer than this; a reader that paused for longer compares all its rooms. */
const MAX_GAP_MS = 30_000;

/**
 * Returns what is visible now and was not in the snapshot $1: the transactions that started later, and those that were
 * running then. So a commit is found whatever its order, and a transaction that runs for hours delays no other. Reads
 * both indexes from the first such transaction on.
 */
const unseenIn = (table: string, columns: string) => `(SELECT ${columns} FROM ${table}
    WHERE xid >= pg_snapshot_xmax($1::pg_snapshot) ORDER BY xid LIMIT ${MOST})
  UNION ALL (SELECT ${columns} FROM ${table} WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot))))`;

const READ = `SELECT pg_current_snapshot()::text AS snapshot,
    extract(epoch FROM statement_timestamp())::float8 * 1000 AS "atMs",
    coalesce(string_agg(concat(c.room, '=', c.version, '@', c.xid), ' '), '') AS changes
  FROM (${unseenIn('room_changes', 'xid, room, version')}
    UNION ALL SELECT p.xid, 'user:' || e.id, NULL
      FROM (${unseenIn('postings', 'xid, source, source_id, destination, destination_id')}) AS p,
        LATERAL (VALUES (p.source, p.source_id), (p.destination, p.destination_id)) AS e (account, id)
      WHERE e.account IN ('available', 'held', 'bonus', 'task')) AS c (xid, room, version)`;

/**
 * By the name of the room: its version, undefined when it is not known without the room's rows, as when a row was set
 * back after a change.
 */
export type ChangedRooms = ReadonlyMap<string, number | undefined>;

interface Position {
  snapshot: string;
  /** The database's clock, in epoch milliseconds. */
  atMs: number;
}

/** Reads which rooms' rows changed, in the order of commits (P4). */
export class RoomChanges {
  readonly #db: Database;
  #position: Position | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns the rooms changed by what was committed since the last read; undefined when they are unknown: at the first
   * read, after `forget`, after a pause, and after too many changes.
   */
  async read(): Promise<ChangedRooms | undefined> {
    const since = this.#position;
    const { rows } = await this.#db.pool.query<Position & { changes: string }>({
      name: 'room-changes',
      text: READ,
      values: [since?.snapshot],
    });
    const [row] = rows;
    if (!row) throw new Error('the query of the changed rooms returned no row');
    const { changes, ...position } = row;
    this.#position = position;
    const each = [...changes.matchAll(/(\S+)=(\d*)@(\d+)/g)];
    if (!since || each.length >= MOST || position.atMs - since.atMs > MAX_GAP_MS) return undefined;
    return groupByRoom(each);
  }

  /** Makes the next read return undefined. */
  forget(): void {
    this.#position = undefined;
  }
}

/**
 * Takes changes such as `auction:1001=17@4711`. They are grouped here and not by PostgreSQL, which all servers share: that
 * took a third of the read.
 */
function groupByRoom(changes: readonly RegExpExecArray[]): ChangedRooms {
  const last = new Map<string, { xid: number; version: number; most: number }>();
  for (const [, room = '', text = '', id] of changes) {
    const [xid, version] = [Number(id), text === '' ? Number.POSITIVE_INFINITY : Number(text)];
    const before = last.get(room) ?? { xid, version, most: version };
    const isLater = xid > before.xid || (xid === before.xid && version > before.version);
    last.set(room, { ...(isLater ? { xid, version } : before), most: Math.max(version, before.most) });
  }
  const found = new Map<string, number | undefined>();
  for (const [room, { version, most }] of last)
    found.set(room, version === most && Number.isFinite(version) ? version : undefined);
  return found;
}

/**
 * Returns a sweep that deletes what every server has read: the changes of transactions that had ended at the sweep
 * before. An age would not do: the rows of a long transaction are old when they become visible.
 */
export function roomChangesPurge(db: Database): () => Promise<number> {
  let endedBefore: string | undefined;
  return async () => {
    const { rows } = await db.pool.query<{ xmin: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
    );
    const { rowCount } = await db.pool.query({
      text: 'DELETE FROM room_changes WHERE xid < $1::xid8',
      values: [endedBefore],
    });
    endedBefore = rows[0]?.xmin;
    return rowCount ?? 0;
  };
}
