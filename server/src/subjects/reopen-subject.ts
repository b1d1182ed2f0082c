import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import { assertFacts } from '../operators/consequences.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { startCancel } from './cancel-locked.ts';
import { cancelOutlook } from './cancel-outlook.ts';
import { findCopy } from './corrections.ts';
import { shutGates } from './gate.ts';
import {
  isOpen,
  isOver,
  roomsOf,
  type SettleDeps,
  type SubjectKind,
  type SubjectRow,
  subjectOf,
} from './subject-kind.ts';
import { lockSubject } from './subject-rows.ts';
import { assertOpenRealm } from './write-subject.ts';

export interface ReopenSubject {
  id: number;
  operatorId: string;
  reason: string;
  /** Of the consequences of the cancellation that the operator saw. */
  guard?: string | undefined;
}

/**
 * Cancels an open subject and creates its copy with `create`, in one transaction, and returns the copy (A14). The
 * entries are refunded afterwards, as after a cancellation; the notice of each refund names the copy. Before this, the
 * caller locks the operator. `create` announces the lists of both, last.
 */
export async function reopenSubject<Row extends SubjectRow>(
  tx: Transaction,
  deps: SettleDeps,
  kind: SubjectKind<Row>,
  { id, operatorId, reason, guard }: ReopenSubject,
  create: () => Promise<Row>,
): Promise<Row> {
  const row = await lockSubject<Row>(tx, kind, id);
  if (!row) throw kind.errors.notFound();
  await assertReopens(tx, kind, row);
  await assertOpenRealm(tx, row.realm);
  await shutGates(tx, kind, [id]);
  await assertFacts(tx, cancelOutlook(kind), String(id), guard);
  await startCancel(tx, kind, [{ row, reason }], await tx.clock(), deps);
  const copy = await create();
  assertAlike(row, copy);
  await keepPicture(tx, kind, row, copy);
  await tx.client.query({
    name: 'subject-reopened',
    text: `INSERT INTO subject_changes (subject_kind, subject_id, change, details, copy_id, at, told_at)
      VALUES ($1, $2, 'reopened', $3, $4, clock_timestamp(), clock_timestamp())`,
    values: [kind.name, id, JSON.stringify({ reason }), copy.id],
  });
  const subject = subjectOf(kind, id);
  const details = { reason, copy_id: copy.id };
  const { realm } = row;
  await writeAudit(tx, { operatorId, action: `${kind.name}.reopen`, subject, realm, details });
  for (const room of roomsOf(kind, row)) tx.invalidate(room);
  return copy;
}

async function assertReopens<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
): Promise<void> {
  const copyId = await findCopy(tx, kind, row.id);
  const { code } = kind.errors.over();
  if (copyId !== null)
    throw new Refusal(code, `This ${kind.name} was reopened as ${kind.name} ${copyId}.`, {
      details: { copy_id: copyId },
    });
  if (!isOpen(kind, row) || isOver(row, await tx.clock())) throw kind.errors.over();
}

/** The copy is played by the same players, as the same game. */
function assertAlike(row: SubjectRow & { kind?: string }, copy: SubjectRow & { kind?: string }): void {
  for (const field of ['realm', 'kind'] as const) {
    if (copy[field] !== row[field])
      throw new Refusal('VALIDATION_FAILED', `A copy has the same ${field}.`, {
        issues: [{ path: `copy.${field}`, message: 'must be the same' }],
      });
  }
}

/** The copy has the same picture, until the operator sends another one. */
async function keepPicture<Row extends SubjectRow>(
  tx: Transaction,
  { table }: SubjectKind<Row>,
  { image }: Row,
  { id }: Row,
): Promise<void> {
  await tx.client.query({
    name: `${table}-copy-picture`,
    text: `UPDATE ${table} SET image = $2 WHERE id = $1`,
    values: [id, image],
  });
}
