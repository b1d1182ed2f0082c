import type { Deps } from '../deps.ts';
import type { RememberedFacts } from '../rooms/remembered-facts.ts';
import type { RoomKind, RoomViewRule } from '../rooms/room-kind.ts';
import { parseId, parseIds } from './room-ids.ts';

const CARD_INTERVAL_MS = 1_000;

export interface SubjectRoom<Row, State> {
  /** The part of the room's name before the colon. */
  readonly kind: string;
  /** The table with the alias `s`, with its joins. */
  readonly from: string;
  /** The version of the room's state; `s.version` by default. */
  readonly version?: string;
  /** Further columns of the state. */
  readonly columns: string;
  /** A JSON array of `s` that joins receive once. */
  readonly recent?: string;
  /** Views beside the card. */
  readonly views?: Readonly<Record<string, RoomViewRule>>;
  toState(row: Row): State;
}

interface Versioned {
  id: number;
  roomVersion: number;
}

/**
 * Defines the room of one subject and its card, with the same state at most once a second (A9). Only viewers of the
 * subject's own realm, and operators, may watch.
 */
export function subjectRoomKind<Row, State>(
  { db }: Pick<Deps, 'db'>,
  realms: RememberedFacts<number>,
  { kind, from, version = 's.version', columns, recent, views, toState }: SubjectRoom<Row, State>,
): RoomKind<State> {
  return {
    kind,
    isPlay: true,
    changes: 'noted',
    views: { card: { minIntervalMs: CARD_INTERVAL_MS }, ...views },
    async authorize(viewer, text) {
      if (parseId(text) === undefined) return false;
      const realm = await realms.get(text);
      return realm !== undefined && (realm === viewer.realm || viewer.role === 1);
    },
    noteExists: (id) => realms.noteExists(id),
    async snapshot(ids) {
      const { rows } = await db.pool.query<Row & Versioned & { recent?: unknown[] }>({
        name: `${kind}-snapshots`,
        text: `SELECT s.id, ${version} AS "roomVersion", ${columns}${recent === undefined ? '' : `, ${recent} AS recent`}
          FROM ${from} WHERE s.id = ANY($1::int[])`,
        values: [parseIds(ids)],
      });
      return new Map(
        rows.map((row) => [
          String(row.id),
          {
            version: row.roomVersion,
            state: toState(row),
            ...(row.recent !== undefined && { recent: row.recent }),
          },
        ]),
      );
    },
  };
}
