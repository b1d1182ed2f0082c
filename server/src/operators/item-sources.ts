import { type AccountKind, isWalletPart } from '../ledger/accounts.ts';
import { numberKey, type SourceEntry, type TimelineSource, uuidKey } from './item-timeline.ts';

const shownDetails = ['reason', 'bank_reference', 'carrier', 'tracking', 'name', 'role', 'username', 'title'];

/** Returns the values of an operator's action that are worth a line. */
function detailOf(details: Record<string, unknown>): string | null {
  const values = shownDetails
    .map((name) => details[name])
    .filter((value) => typeof value === 'string' && value !== '');
  return values.length === 0 ? null : values.join(' · ');
}

const wholeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

/** What operators did with items of a kind (S8). */
export const operatorSource = (kind: string): TimelineSource => ({
  name: 'operators',
  async read(db, id, before, limit) {
    const { rows } = await db.pool.query<{
      id: number;
      at: Date;
      operatorId: string;
      action: string;
      details: Record<string, unknown>;
    }>({
      name: 'item-operators',
      text: `SELECT id, at, operator_id AS "operatorId", action, details FROM admin_audit
        WHERE subject_kind = $1 AND subject_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
      values: [kind, id, numberKey(before, Number.MAX_SAFE_INTEGER), limit],
    });
    return rows.map((row) => ({
      key: String(row.id),
      at: row.at,
      kind: row.action,
      detail: detailOf(row.details),
      userId: row.operatorId,
      amount: wholeOf(row.details.bid_points),
    }));
  },
});

/** Transfers of coins for items of a kind, each with the user whose wallet it changed. */
const coinSource = (kind: string): TimelineSource => ({
  name: 'coins',
  async read(db, id, before, limit) {
    const { rows } = await db.pool.query<{
      id: string;
      kind: string;
      at: Date;
      amount: number;
      source: AccountKind;
      sourceId: string | null;
      destination: AccountKind;
      destinationId: string | null;
    }>({
      name: 'item-transfers',
      // LATERAL with LIMIT: the postings of each transfer are found by its key, whatever the planner estimates.
      text: `SELECT t.id, t.kind, t.created_at AS at, p.amount, p.source, p.source_id AS "sourceId", p.destination,
          p.destination_id AS "destinationId"
        FROM (SELECT id, kind, created_at FROM transfers WHERE subject_kind = $1 AND subject_id = $2 AND id < $3
          ORDER BY id DESC LIMIT $4) AS t
        CROSS JOIN LATERAL (SELECT (sum(amount) OVER ())::float8 AS amount, source, source_id, destination, destination_id
          FROM postings WHERE transfer_id = t.id ORDER BY no LIMIT 1) AS p
        ORDER BY t.id DESC`,
      values: [kind, id, uuidKey(before), limit],
    });
    return rows.map((row) => ({
      key: row.id,
      at: row.at,
      kind: row.kind,
      userId: isWalletPart(row.source)
        ? row.sourceId
        : isWalletPart(row.destination)
          ? row.destinationId
          : null,
      amount: row.amount,
    }));
  },
});

/** Notices about items of a kind, each with the user who received it (W6). */
const noticeSource = (kind: string): TimelineSource => ({
  name: 'notices',
  async read(db, id, before, limit) {
    const { rows } = await db.pool.query<{
      id: string;
      at: Date;
      kind: string;
      userId: string;
      details: Record<string, unknown>;
    }>({
      name: 'item-notices',
      text: `SELECT id, created_at AS at, kind, user_id AS "userId", details FROM notifications
        WHERE subject_kind = $1 AND subject_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
      values: [kind, id, uuidKey(before), limit],
    });
    return rows.map((row) => ({
      key: row.id,
      at: row.at,
      kind: row.kind,
      detail: typeof row.details.status === 'string' ? row.details.status : null,
      userId: row.userId,
    }));
  },
});

/** A source of few entries, which are all read at once, such as the times of a row. */
export const fewEntries = (
  name: string,
  readAll: (db: Parameters<TimelineSource['read']>[0], id: string) => Promise<SourceEntry[]>,
): TimelineSource => ({
  name,
  async read(db, id, before, limit) {
    const entries = await readAll(db, id);
    entries.sort((left, right) => right.at.getTime() - left.at.getTime());
    const from = before === undefined ? 0 : entries.findIndex(({ key }) => key === before) + 1;
    return entries.slice(from, from + limit);
  },
});

/** The sources of every kind of item with coins and notices. */
export const commonSources = (kind: string): TimelineSource[] => [
  coinSource(kind),
  noticeSource(kind),
  operatorSource(kind),
];
