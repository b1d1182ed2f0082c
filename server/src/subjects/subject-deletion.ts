import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import type { AccountDeletion } from '../feature.ts';
import { CANCELLING, isOneOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

const MAX_SHOWN = 20;

interface Found {
  id: number;
  name: string;
  kind: string;
}

/** S7: subjects that the user entered and that are not settled. `kindColumn` is the kind of the room, for the page. */
export const subjectDeletion = <Row extends SubjectRow>(
  { name: kindName, table, nameColumn, openStatuses, entries }: SubjectKind<Row>,
  kindColumn: string,
  pathOf: (row: Found) => string | null,
): AccountDeletion => ({
  async blocks(tx, userId) {
    const { rows } = await tx.client.query<Found>({
      name: `${table}-entered-open`,
      text: `SELECT s.id, s.${nameColumn} AS name, ${kindColumn} AS kind
        FROM ${entries.table} e JOIN ${table} s ON s.id = e.${entries.subjectId}
        WHERE e.user_id = $1 AND s.${isOneOf([...openStatuses, CANCELLING])} LIMIT ${MAX_SHOWN}`,
      values: [userId],
    });
    return rows.map((row) => ({
      kind: kindName as SubjectKindName,
      details: row.name,
      bid_points: null,
      path: pathOf(row),
    }));
  },
});
