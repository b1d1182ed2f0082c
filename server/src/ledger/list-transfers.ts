import type { Database } from '../db/database.ts';
import { findSeqAt, readLastSeq } from './find-seq.ts';

/** The filters of the operators' list of transfers. */
export interface TransferFilter {
  userId?: string;
  subjectKind?: string;
  subjectId?: string;
  kind?: string;
  realm?: number;
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

export interface TransferPage {
  ids: string[];
  next: string | null;
}

interface Request {
  filter: TransferFilter;
  before: string | undefined;
  limit: number;
}

/** Transfers that one page reads at most when no index has its filters. */
const WINDOW = 20_000;
/** These kinds are so frequent that reading back from the newest transfer finds them. Named in migration 0033. */
const frequentKinds = ['bid_hold', 'bid_release', 'entry_fee', 'send', 'send_charge', 'ticket'];
const RARE = `kind NOT IN (${frequentKinds.map((kind) => `'${kind}'`).join(', ')})`;
/**
 * The id of a transfer starts with the time of its server before the transaction; `created_at` is the database's clock
 * at the insert. They differ by less than this.
 */
const ID_TOLERANCE_MS = 10 * 60_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Finds a page of transfers, newest first, by an index: those of a user by the numbers of the wallet's postings, those
 * of a subject or of a rare kind by their own index, any others by reading back at most WINDOW transfers. So a page has
 * a limited cost, and may be short or empty before the end.
 */
export function listTransferIds(db: Database, request: Request): Promise<TransferPage> {
  const { userId, subjectId, kind } = request.filter;
  if (userId !== undefined) return listOfUser(db, userId, request);
  const isIndexed = subjectId !== undefined || (kind !== undefined && !frequentKinds.includes(kind));
  return isIndexed ? listByIndex(db, request) : listByWindow(db, request);
}

interface Where {
  conditions: string[];
  values: unknown[];
}

/** Conditions on the columns of `transfers`. */
function where({ subjectKind, subjectId, kind, realm, from, to }: TransferFilter): Where {
  const filters: [string, unknown][] = [
    ['subject_kind = ?', subjectKind],
    ['subject_id = ?', subjectId],
    // Earlier versions made the charge of a send a transfer of its own.
    [kind === 'send_charge' ? `kind IN (?, 'send')` : 'kind = ?', kind],
    ['realm = ?', realm],
    ['created_at >= ?', from],
    ['created_at < ?', to],
  ];
  const used = filters.filter(([, value]) => value !== undefined);
  return {
    conditions: used.map(([sql], nth) => sql.replace('?', `$${nth + 1}`)),
    values: used.map(([, value]) => value),
  };
}

/** Conditions on ids alone: the position and the period. */
function idRange(
  { from, to }: TransferFilter,
  before: string | undefined,
): { below: string; notBelow: string } {
  const start = to ? idAt(to.getTime() + ID_TOLERANCE_MS) : LAST_ID;
  const below = before !== undefined && UUID.test(before) && before < start ? before : start;
  return { below, notBelow: idAt(from ? from.getTime() - ID_TOLERANCE_MS : 0) };
}

/** Returns the lowest UUID of a time. */
function idAt(ms: number): string {
  const hex = Math.max(ms, 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

async function listByIndex(db: Database, { filter, before, limit }: Request): Promise<TransferPage> {
  const { conditions, values } = where(filter);
  const { below, notBelow } = idRange(filter, before);
  const rare = filter.subjectId === undefined ? [RARE] : [];
  const all = [...conditions, ...rare, `id < $${values.length + 1}`, `id >= $${values.length + 2}`].join(
    ' AND ',
  );
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM transfers WHERE ${all} ORDER BY id DESC LIMIT $${values.length + 3}`,
    [...values, below, notBelow, limit + 1],
  );
  const ids = rows.slice(0, limit).map(({ id }) => id);
  return { ids, next: rows.length > limit ? (ids.at(-1) ?? null) : null };
}

async function listByWindow(db: Database, { filter, before, limit }: Request): Promise<TransferPage> {
  const { conditions, values } = where(filter);
  const { below, notBelow } = idRange(filter, before);
  const nth = values.length;
  const all = conditions.length === 0 ? 'true' : conditions.join(' AND ');
  const isFiltered = conditions.length > 0;
  const { rows } = await db.pool.query<{ ids: string[]; last: string | null; seen: number }>(
    `WITH seen AS MATERIALIZED (
       SELECT * FROM transfers WHERE id < $${nth + 1} AND id >= $${nth + 2} ORDER BY id DESC LIMIT $${nth + 3}
     )
     SELECT ARRAY(SELECT id FROM seen WHERE ${all} ORDER BY id DESC LIMIT $${nth + 4})::text[] AS ids,
       (SELECT id::text FROM seen ORDER BY id LIMIT 1) AS last, (SELECT count(*)::int FROM seen) AS seen`,
    [...values, below, notBelow, isFiltered ? WINDOW : limit + 1, limit + 1],
  );
  const { ids = [], last = null, seen = 0 } = rows[0] ?? {};
  const page = ids.slice(0, limit);
  if (ids.length > limit) return { ids: page, next: page.at(-1) ?? null };
  return { ids: page, next: isFiltered && seen === WINDOW ? last : null };
}

/** By the numbers of the wallet's postings, which rise with time. The position is such a number. */
async function listOfUser(
  db: Database,
  userId: string,
  { filter, before, limit }: Request,
): Promise<TransferPage> {
  const end = filter.to ? await findSeqAt(db, userId, filter.to) : Number.MAX_SAFE_INTEGER;
  const start = Math.min(end, before !== undefined && /^\d{1,15}$/.test(before) ? Number(before) : end);
  const top = start === Number.MAX_SAFE_INTEGER ? await readLastSeq(db, userId) : start;
  const { conditions, values } = where(filter);
  const nth = values.length;
  const bottom = Math.max(top - (conditions.length === 0 ? limit + 1 : Math.max(limit + 1, WINDOW / 10)), 0);
  const all = conditions.length === 0 ? 'true' : conditions.join(' AND ');
  const [user, low, high] = [`$${nth + 1}`, `$${nth + 2}`, `$${nth + 3}`];
  const { rows } = await db.pool.query<{ id: string; seq: number }>(
    `SELECT t.id, min(p.seq) AS seq FROM (
       SELECT source_seq AS seq, transfer_id FROM postings
       WHERE source_id = ${user} AND source_seq > ${low} AND source_seq <= ${high}
       UNION ALL
       SELECT destination_seq, transfer_id FROM postings
       WHERE destination_id = ${user} AND destination_seq > ${low} AND destination_seq <= ${high}
     ) AS p CROSS JOIN LATERAL (SELECT * FROM transfers WHERE id = p.transfer_id LIMIT 1) AS t
     WHERE ${all} GROUP BY t.id ORDER BY min(p.seq) DESC LIMIT $${nth + 4}`,
    [...values, userId, bottom, top, limit + 1],
  );
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  if (rows.length > limit) return { ids, next: String((page.at(-1)?.seq ?? 1) - 1) };
  const isBeforePeriod = filter.from && bottom > 0 && (await findSeqAt(db, userId, filter.from)) >= bottom;
  return { ids, next: bottom > 0 && !isBeforePeriod ? String(bottom) : null };
}
