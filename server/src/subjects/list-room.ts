import { listRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../deps.ts';
import type { RoomKind } from '../rooms/room-kind.ts';
import { parseId } from './room-ids.ts';

const LISTED_CHANGES = 20;

export interface ListRoom {
  /** The room's name in realm 0; in other realms followed by a colon and the realm. */
  readonly kind: string;
  readonly table: string;
  /** The columns that a change contains in addition to the time of its status. */
  readonly fields: readonly string[];
  /** The public status in SQL; the column by default. */
  readonly status?: string;
}

/** Defines the room of all subjects of a realm: the latest that are new, started or ended. */
export function listRoomKind<Change>(
  { db }: Pick<Deps, 'db'>,
  { kind, table, fields, status = 'status' }: ListRoom,
): RoomKind<{ changes: Change[] }> {
  const nameOf = (realm: number) => listRoom(kind, realm);
  const selected = fields.map((field) => (field === 'status' ? `${status} AS status` : field));
  const shown = fields.map((field) => `'${field}', c.${field}`).join(', ');

  /** The version is read with the changes, so that both match. */
  const read = async (realms: readonly number[]) => {
    const { rows } = await db.pool.query<{ realm: number; version: number; changes: Change[] }>({
      name: `${table}-lists`,
      text: `SELECT wanted.realm, coalesce(l.version, 0) AS version, recent.changes
        FROM unnest($1::int[], $2::text[]) AS wanted (realm, room) LEFT JOIN list_rooms l ON l.room = wanted.room, LATERAL (
          SELECT coalesce(jsonb_agg(jsonb_build_object(${shown},
            'at', (extract(epoch FROM c.status_at) * 1000)::bigint) ORDER BY c.status_at DESC, c.id DESC), '[]') AS changes
          FROM (SELECT ${selected.join(', ')}, status_at FROM ${table} WHERE realm = wanted.realm
            ORDER BY status_at DESC, id DESC LIMIT $3) AS c) AS recent`,
      values: [realms, realms.map(nameOf), LISTED_CHANGES],
    });
    return new Map(
      rows.map(({ realm, version, changes }) => [toRoomId(realm), { version, state: { changes } }]),
    );
  };
  return {
    kind,
    isPlay: false,
    countsWatchers: false,
    changes: 'noted',
    authorize: (viewer, text) => {
      const realm = toRealm(text);
      return realm !== undefined && (realm === viewer.realm || viewer.role === 1);
    },
    snapshot: (ids) => read(ids.map(toRealm).filter((realm) => realm !== undefined)),
  };
}

/** The list's room has no id in realm 0. */
const toRealm = (id: string): number | undefined => (id === '' ? 0 : parseId(id));
const toRoomId = (realm: number): string => (realm === 0 ? '' : String(realm));
