import type { Transaction } from '../db/in-transaction.ts';
import { announceStatus } from './announce.ts';
import { shutGates } from './gate.ts';
import { CANCELLING, type SettleDeps, type SubjectKind, type SubjectRow } from './subject-kind.ts';

/** A subject to cancel, with the reason that the entrants read. */
export interface ToCancel<Row> {
  row: Row;
  reason: string;
}

/** Does the same as `startCancel`, and announces it. */
export async function cancelLocked<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  cancelled: readonly ToCancel<Row>[],
  now: Date,
  deps: SettleDeps,
): Promise<void> {
  if (cancelled.length === 0) return;
  await startCancel(tx, kind, cancelled, now, deps);
  await announceStatus(
    tx,
    kind,
    cancelled.map(({ row }) => row),
  );
}

/**
 * Sets open subjects, whose rows are locked, to `cancelling`, and releases their holds. The entries are refunded
 * afterwards, by `refundEntries` or by the sweep (A8). The caller announces it.
 */
export async function startCancel<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  cancelled: readonly ToCancel<Row>[],
  now: Date,
  deps: SettleDeps,
): Promise<void> {
  const { table, entries } = kind;
  const ids = cancelled.map(({ row }) => row.id);
  const count =
    entries.countColumn === undefined
      ? ''
      : `, ${entries.countColumn} = (SELECT count(*) FROM ${entries.table} e WHERE e.${entries.subjectId} = s.id)`;
  await shutGates(tx, kind, ids);
  await tx.client.query({
    name: `${table}-cancel`,
    text: `UPDATE ${table} s SET status = '${CANCELLING}', final_status = $3, cancel_reason = c.reason, status_at = $2,
        version = s.version + 1${count} FROM unnest($1::int[], $4::text[]) AS c (id, reason) WHERE s.id = c.id`,
    values: [ids, now, kind.cancelledStatus, cancelled.map(({ reason }) => reason)],
  });
  for (const { row } of cancelled) await kind.release?.(tx, row, deps);
}
