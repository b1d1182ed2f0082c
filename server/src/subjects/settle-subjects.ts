import type { Transaction } from '../db/in-transaction.ts';
import { invariant } from '../errors.ts';
import { announceStatus } from './announce.ts';
import { shutFreeGates, shutGates } from './gate.ts';
import {
  CANCELLING,
  type Due,
  type EntryCounts,
  isDueToSettle,
  type Outcome,
  type SettleDeps,
  type SubjectKind,
  type SubjectRow,
} from './subject-kind.ts';

/**
 * Settles those of the locked subjects that are open and, by `now` (the database's clock, read under their locks), at
 * or past their end (A8, P3), in a few statements for any number of subjects. Returns the settled ids. The given rows
 * are not updated; read them again when the new state is needed.
 */
export async function settleLocked<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  locked: readonly Row[],
  now: Date,
  deps: SettleDeps,
): Promise<number[]> {
  const rows = locked.filter((row) => isDueToSettle(kind, row, now));
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await shutGates(tx, kind, ids);
  const counts = await countEntries(tx, kind, ids);
  const due = rows.map((row) => ({
    row,
    entries: counts.get(row.id) ?? { total: 0, refundable: 0, paidAvailable: 0 },
  }));
  const outcomes = await kind.settle(tx, due, now, deps);
  invariant(outcomes.length === due.length, `a ${kind.name} has no outcome`);
  await writeOutcomes(tx, kind, due, outcomes, now);
  await announceStatus(tx, kind, rows);
  return ids;
}

/** Locks all rows that settling these needs, without waiting. Returns the subjects whose rows were all free. */
export async function lockForSettling<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  locked: readonly Row[],
  deps: SettleDeps,
): Promise<Row[]> {
  if (locked.length === 0) return [];
  const shut = await shutFreeGates(
    tx,
    kind,
    locked.map(({ id }) => id),
  );
  const free = locked.filter(({ id }) => shut.has(id));
  return kind.lockFree ? kind.lockFree(tx, free, deps) : free;
}

async function countEntries<Row extends SubjectRow>(
  tx: Transaction,
  { entries: { table, subjectId } }: SubjectKind<Row>,
  ids: readonly number[],
): Promise<Map<number, EntryCounts>> {
  const { rows } = await tx.client.query<EntryCounts & { id: number }>({
    name: `${table}-count`,
    text: `SELECT ${subjectId} AS id, count(*)::int AS total,
        count(*) FILTER (WHERE refunded_by IS NULL AND paid_available + paid_bonus > 0)::int AS refundable,
        coalesce(sum(paid_available) FILTER (WHERE refunded_by IS NULL), 0)::bigint AS "paidAvailable"
      FROM ${table} WHERE ${subjectId} = ANY($1::int[]) GROUP BY ${subjectId}`,
    values: [ids],
  });
  return new Map(rows.map(({ id, ...entries }) => [id, entries]));
}

/**
 * Writes the outcomes. A subject with entries to refund is `cancelling` until the last chunk (see refund-entries.ts);
 * all others are final at once.
 */
async function writeOutcomes<Row extends SubjectRow>(
  tx: Transaction,
  { table, entries, outcomeColumns = {} }: SubjectKind<Row>,
  due: readonly Due<Row>[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const statuses = outcomes.map(({ status, refundsEntries }, nth) =>
    refundsEntries && due[nth]?.entries.refundable ? CANCELLING : status,
  );
  const columns = Object.entries(outcomeColumns);
  const isCounted = entries.countColumn === undefined ? '' : `${entries.countColumn} = n.entries, `;
  const decided = columns.map(([column]) => `${column} = n.${column}, `).join('');
  const names = ['id', 'status', 'final_status', 'entries', ...columns.map(([column]) => column)];
  const arrays = columns.map(([, type], nth) => `, $${nth + 6}::${type}[]`).join('');
  await tx.client.query({
    name: `${table}-settle`,
    text: `UPDATE ${table} s SET status = n.status, ${isCounted}${decided}version = s.version + 1, status_at = $5,
        final_status = n.final_status, settled_at = CASE WHEN n.status <> '${CANCELLING}' THEN $5::timestamptz END
      FROM unnest($1::int[], $2::text[], $3::text[], $4::int[]${arrays}) AS n (${names.join(', ')}) WHERE s.id = n.id`,
    values: [
      due.map(({ row }) => row.id),
      statuses,
      outcomes.map(({ status, refundsEntries }) => (refundsEntries ? status : null)),
      due.map(({ entries: { total } }) => total),
      now,
      ...columns.map(([column]) => outcomes.map((outcome) => outcome.columns?.[column] ?? null)),
    ],
  });
}
