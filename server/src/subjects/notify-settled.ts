import { FIRST_ID } from '../db/first-id.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { type Cancelled, isOneOf, type SubjectKind, type SubjectRow } from './subject-kind.ts';

type NotifyDeps = Pick<Deps, 'db' | 'notices'>;

/** Maximum number of subjects and entries in one transaction. */
const SUBJECTS = 100;
const ENTRIES = 500;
/**
 * While this many subjects are due to be closed, closing takes precedence; subjects overdue for longer do not count.
 */
const CLOSES_FIRST = 20;

interface Progress {
  /** The corrected subject that replaces it (A14). */
  copyId: number | null;
  /** Entrants up to this one have been notified. */
  toldUpto: string | null;
}

type Settled<Row> = Row & Cancelled & Progress;

interface Entry {
  id: number;
  userId: string;
  paid: number;
}

/**
 * Notifies all entrants whom the settlement did not notify, once each: lost, or refunded (A8). Runs until none is left,
 * or until many subjects are due to be closed: the next run continues after them.
 */
export async function notifySettled<Row extends SubjectRow>(
  deps: NotifyDeps,
  kind: SubjectKind<Row>,
): Promise<void> {
  while (await notifySome(deps, kind));
}

/**
 * Writes the notices of the next entries, in the order of their keys, and stores the position in the same transaction:
 * after a crash the next run continues there. Locks the rows of the subjects, so that two servers do not write one
 * notice twice; skips rows that another server has locked.
 */
async function notifySome<Row extends SubjectRow>(
  deps: NotifyDeps,
  kind: SubjectKind<Row>,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const settled = await lockUnnotified(tx, kind);
    if (settled.length === 0) return false;
    const entries = await listEntries(tx, kind, settled);
    const byId = new Map(settled.map((row) => [row.id, row]));
    await deps.notices.write(
      tx,
      entries.flatMap((entry) => {
        const row = byId.get(entry.id) as Settled<Row>;
        const notice = kind.settledNotice(row, entry);
        if (!notice || row.copyId === null) return notice ?? [];
        return { ...notice, details: { ...notice.details, copy_id: row.copyId } };
      }),
    );
    // A full page may end within a subject: those before it are complete, and those after it were not reached.
    const last = entries.length === ENTRIES ? (entries.at(-1) as Entry) : undefined;
    const done = settled.filter(({ id }) => last === undefined || id < last.id);
    if (last) await keepPosition(tx, kind, last);
    if (done.length > 0) await markNotified(tx, kind, done);
    return last !== undefined || settled.length === SUBJECTS;
  });
}

/**
 * Locks settled subjects whose entrants are not all notified. Returns none while many closes are due, which go first.
 */
async function lockUnnotified<Row extends SubjectRow>(
  tx: Transaction,
  { name, table, columns, openStatuses }: SubjectKind<Row>,
): Promise<Settled<Row>[]> {
  const { rows } = await tx.client.query<Settled<Row>>({
    name: `${table}-unnotified`,
    text: `SELECT ${columns}, s.cancel_reason AS "cancelReason", s.told_upto AS "toldUpto",
        (SELECT c.copy_id FROM subject_changes c
          WHERE c.subject_kind = '${name}' AND c.subject_id = s.id AND c.copy_id IS NOT NULL) AS "copyId" FROM ${table} s
      WHERE s.settled_at IS NOT NULL AND s.told_at IS NULL
        AND (SELECT count(*) FROM (SELECT FROM ${table} WHERE ${isOneOf(openStatuses)}
          AND end_date BETWEEN statement_timestamp() - interval '5 seconds' AND statement_timestamp() LIMIT $2) AS due) < $2
      ORDER BY s.id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    values: [SUBJECTS, CLOSES_FIRST],
  });
  return rows;
}

/**
 * Lists the next entries of these subjects by subject and user. Reads each subject's entries by their primary key, and
 * no more subjects than a page needs.
 */
async function listEntries<Row extends SubjectRow>(
  tx: Transaction,
  { entries: { table, subjectId } }: SubjectKind<Row>,
  settled: readonly Settled<Row>[],
): Promise<Entry[]> {
  const { rows } = await tx.client.query<Entry>({
    name: `${table}-unnotified`,
    text: `SELECT s.id, e.user_id AS "userId", e.paid_available + e.paid_bonus AS paid
      FROM (SELECT * FROM unnest($1::int[], $2::uuid[]) AS s (id, after) ORDER BY id) AS s, LATERAL (
        SELECT user_id, paid_available, paid_bonus FROM ${table}
        WHERE ${subjectId} = s.id AND user_id > s.after ORDER BY user_id LIMIT $3) AS e
      ORDER BY s.id, e.user_id LIMIT $3`,
    values: [settled.map(({ id }) => id), settled.map(({ toldUpto }) => toldUpto ?? FIRST_ID), ENTRIES],
  });
  return rows;
}

async function keepPosition<Row extends SubjectRow>(
  tx: Transaction,
  { table }: SubjectKind<Row>,
  { id, userId }: Entry,
): Promise<void> {
  await tx.client.query({
    name: `${table}-notified-upto`,
    text: `UPDATE ${table} SET told_upto = $2 WHERE id = $1`,
    values: [id, userId],
  });
}

async function markNotified<Row extends SubjectRow>(
  tx: Transaction,
  { table }: SubjectKind<Row>,
  done: readonly { id: number }[],
): Promise<void> {
  await tx.client.query({
    name: `${table}-notified`,
    text: `UPDATE ${table} SET told_at = clock_timestamp() WHERE id = ANY($1::int[])`,
    values: [done.map(({ id }) => id)],
  });
}
