import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { announceStatus } from './announce.ts';
import { shutGates } from './gate.ts';
import { refundEntries } from './refund-entries.ts';
import { settleLocked } from './settle-subjects.ts';
import {
  CANCELLING,
  isDueToSettle,
  isOneOf,
  isOpen,
  type SettleDeps,
  type SubjectKind,
  type SubjectRow,
  subjectOf,
} from './subject-kind.ts';
import { lockSubject } from './subject-rows.ts';

type CancelDeps = SettleDeps & Pick<Deps, 'db'>;

export interface CancelSubject {
  id: number;
  /** Null means the system, for example at the end of a load test. */
  operatorId: string | null;
  reason: string;
}

/**
 * Cancels an open subject: releases its holds and refunds the entries, in chunks under the status `cancelling` (A8).
 * Returns when all are refunded; if the server stops before, the sweep continues. Does nothing for a subject that is
 * already cancelled; settles one that is past its end instead, and throws its kind's `ended`.
 */
export async function cancelSubject<Row extends SubjectRow>(
  deps: CancelDeps,
  kind: SubjectKind<Row>,
  command: CancelSubject,
): Promise<void> {
  if (!(await cancelOrSettle(deps, kind, command))) throw kind.errors.ended();
  await refundEntries(deps, kind, command.id);
}

/** Returns whether the subject is cancelled, by this command or before. */
async function cancelOrSettle<Row extends SubjectRow>(
  deps: CancelDeps,
  kind: SubjectKind<Row>,
  command: CancelSubject,
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const row = await lockSubject<Row>(tx, kind, command.id);
    if (!row) throw kind.errors.notFound();
    if (row.status === kind.cancelledStatus || row.finalStatus === kind.cancelledStatus) return true;
    const now = await tx.clock();
    if (isDueToSettle(kind, row, now)) await settleLocked(tx, kind, [row], now, deps);
    else if (isOpen(kind, row)) {
      await cancelLocked(tx, kind, row, now, command, deps);
      return true;
    }
    return false;
  });
}

async function cancelLocked<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
  now: Date,
  { operatorId, reason }: CancelSubject,
  deps: SettleDeps,
): Promise<void> {
  const { table, entries } = kind;
  const count =
    entries.countColumn === undefined
      ? ''
      : `, ${entries.countColumn} = (SELECT count(*) FROM ${entries.table} e WHERE e.${entries.subjectId} = s.id)`;
  await shutGates(tx, kind, [row.id]);
  await tx.client.query({
    name: `${table}-cancel`,
    text: `UPDATE ${table} s SET status = '${CANCELLING}', final_status = $4, cancel_reason = $3, status_at = $2,
        version = version + 1${count} WHERE id = $1`,
    values: [row.id, now, reason, kind.cancelledStatus],
  });
  await kind.release?.(tx, row, deps);
  if (operatorId !== null) {
    const subject = subjectOf(kind, row.id);
    await writeAudit(tx, { operatorId, action: `${kind.name}.cancel`, subject, details: { reason } });
  }
  await announceStatus(tx, kind, [row]);
}

/** Cancels the open subjects of a load test's realm and returns when all of them are refunded (O5). */
export async function cancelRealm<Row extends SubjectRow>(
  deps: CancelDeps,
  kind: SubjectKind<Row>,
  realm: number,
): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>(
    `SELECT id FROM ${kind.table} WHERE realm = $1 AND ${isOneOf([...kind.openStatuses, CANCELLING])} ORDER BY id`,
    [realm],
  );
  for (const { id } of rows) {
    // A subject that ended meanwhile still refunds its entries.
    await cancelOrSettle(deps, kind, { id, operatorId: null, reason: 'The load test ended.' });
    await refundEntries(deps, kind, id);
  }
}
