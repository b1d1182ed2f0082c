import type { Database } from '../db/database.ts';
import { commonSources, fewEntries } from '../operators/item-sources.ts';
import type { LinkedItem, SourceEntry, TimelineKind } from '../operators/item-timeline.ts';

interface DecidedRow {
  userId: string;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  status: string;
  amount: number;
  reason: string | null;
  reference: string | null;
}

/**
 * The timeline of one kind of items that operators decide. `changedAt` is SQL of the last change of the row `v`. All are
 * constants of the code.
 */
export const decidedTimeline = (
  kind: string,
  table: string,
  changedAt: string,
  links?: (db: Database, id: string) => Promise<LinkedItem[]>,
): TimelineKind => {
  async function find(db: Database, id: string): Promise<DecidedRow | undefined> {
    const { rows } = await db.pool.query<DecidedRow>({
      name: `${table}-timeline`,
      text: `SELECT v.user_id AS "userId", v.created_at AS "createdAt", v.decided_at AS "decidedAt",
          v.decided_by AS "decidedBy", v.status, v.bid_points AS amount, v.reason, v.bank_reference AS reference
        FROM ${table} v WHERE v.id = $1`,
      values: [Number(id)],
    });
    return rows[0];
  }
  return {
    sources: [
      fewEntries('status', async (db, id) => {
        const row = await find(db, id);
        return row ? entriesOf(row) : [];
      }),
      ...commonSources(kind),
    ],
    async links(db, id) {
      const row = await find(db, id);
      if (!row) return undefined;
      return [{ kind: 'user', id: row.userId, label: 'Player' }, ...((await links?.(db, id)) ?? [])];
    },
    version: `(SELECT (extract(epoch FROM ${changedAt}) * 1000)::bigint FROM ${table} v WHERE v.id = i.id::int)`,
  };
};

function entriesOf(row: DecidedRow): SourceEntry[] {
  const { userId, createdAt, decidedAt, decidedBy, status, amount, reason, reference } = row;
  const requested = { key: 'requested', at: createdAt, kind: 'requested', text: 'Requested', userId, amount };
  // A decision by an operator is in the operators' log; here is what the server decided.
  if (!decidedAt || decidedBy !== null) return [requested];
  const detail = reason ?? reference;
  return [
    requested,
    {
      key: 'decided',
      at: decidedAt,
      kind: status,
      text: `Became ${status} automatically`,
      detail,
      tone: 'warn',
    },
  ];
}
