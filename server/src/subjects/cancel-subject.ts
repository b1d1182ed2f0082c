import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { assertFacts } from '../operators/consequences.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { cancelLocked } from './cancel-locked.ts';
import { cancelOutlook } from './cancel-outlook.ts';
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
  /** Of the consequences that the operator saw; FACTS_CHANGED is thrown when they are others. */
  guard?: string | undefined;
  /** The operator's Idempotency-Key (P6). */
  key?: string | undefined;
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
  const { id, operatorId, reason, key } = command;
  const request = {
    userId: operatorId ?? '',
    route: `admin/${kind.name}/cancel`,
    subject: String(id),
    key: operatorId === null ? undefined : key,
    input: { reason },
  };
  const { status } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, request, async () => ({
      status: (await cancelOrSettleIn(tx, deps, kind, command)) ? 200 : 409,
      reply: {},
    })),
  );
  return status === 200;
}

async function cancelOrSettleIn<Row extends SubjectRow>(
  tx: Transaction,
  deps: CancelDeps,
  kind: SubjectKind<Row>,
  command: CancelSubject,
): Promise<boolean> {
  const row = await lockSubject<Row>(tx, kind, command.id);
  if (!row) throw kind.errors.notFound();
  if (row.status === kind.cancelledStatus || row.finalStatus === kind.cancelledStatus) return true;
  const now = await tx.clock();
  if (isDueToSettle(kind, row, now)) await settleLocked(tx, kind, [row], now, deps);
  else if (isOpen(kind, row)) {
    // From here on no entry appears that the check has not read.
    await shutGates(tx, kind, [row.id]);
    await assertFacts(tx, cancelOutlook(kind), String(row.id), command.guard);
    await cancelLocked(tx, kind, [{ row, reason: command.reason }], now, deps);
    await noteCancel(tx, kind, command, row.realm);
    return true;
  }
  return false;
}

async function noteCancel(
  tx: Transaction,
  kind: { name: string },
  { id, operatorId, reason }: CancelSubject,
  realm: number,
): Promise<void> {
  if (operatorId === null) return;
  const subject = subjectOf(kind, id);
  await writeAudit(tx, { operatorId, action: `${kind.name}.cancel`, subject, realm, details: { reason } });
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
