import type { Database } from '../db/database.ts';
import type { RoomDescription } from '../ops/descriptions.ts';
import { parseIds } from './room-ids.ts';
import { isOpen, type SubjectKind, type SubjectRow } from './subject-kind.ts';

/** Returns a function that reads what operators see of the rooms of these subjects. */
export const describeSubjectRooms =
  (
    { db }: { db: Pick<Database, 'pool'> },
    {
      table,
      nameColumn,
      ...statuses
    }: Pick<SubjectKind<SubjectRow>, 'table' | 'nameColumn' | 'openStatuses'>,
  ) =>
  async (ids: readonly string[]): Promise<Map<string, RoomDescription>> => {
    const { rows } = await db.pool.query<
      Omit<RoomDescription, 'endsAt' | 'isOver'> & { id: number; endDate: Date }
    >({
      name: `${table}-room-descriptions`,
      text: `SELECT id, ${nameColumn} AS name, status, realm, end_date AS "endDate" FROM ${table} WHERE id = ANY($1::int[])`,
      values: [parseIds(ids)],
    });
    return new Map(
      rows.map(({ id, endDate, ...row }) => [
        String(id),
        { ...row, endsAt: endDate.getTime(), isOver: !isOpen(statuses, row) },
      ]),
    );
  };
