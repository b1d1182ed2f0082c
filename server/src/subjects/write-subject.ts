import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { announceStatus } from './announce.ts';
import { shutGates } from './gate.ts';
import { scheduleSubject } from './schedule.ts';
import { isOpen, isOver, type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';
import { lockSubject } from './subject-rows.ts';

type WriteDeps = Pick<Deps, 'db' | 'jobs'>;

export interface CreateSubject {
  realm: number;
  /** Noted in the operators' log; null is the system itself, as for demo content. */
  operatorId: string | null;
  details: Record<string, unknown>;
}

/** Creates a subject by `insert`, which returns its row, in a realm that is open. `now` is the database's clock. */
export async function createSubject<Row extends SubjectRow>(
  deps: WriteDeps,
  kind: SubjectKind<Row>,
  { realm, operatorId, details }: CreateSubject,
  insert: (tx: Transaction, now: Date) => Promise<Row>,
): Promise<Row> {
  const created = await inTransaction(deps.db, async (tx) => {
    await assertOpenRealm(tx, realm);
    const row = await insert(tx, await tx.clock());
    const subject = subjectOf(kind, row.id);
    if (operatorId !== null)
      await writeAudit(tx, { operatorId, action: `${kind.name}.create`, subject, details });
    await announceStatus(tx, kind, [row]);
    return row;
  });
  scheduleSubject(deps, kind, created);
  return created;
}

export interface EditSubject {
  id: number;
  operatorId: string;
}

interface Edited<Row> {
  row: Row;
  /** For the operators' log. */
  details: Record<string, unknown>;
}

/**
 * Edits an open subject by `change`, which writes the row with its version one higher and returns it, or returns undefined
 * when nothing changes. Nobody joins while it runs, at terms that are being changed.
 */
export async function editSubject<Row extends SubjectRow>(
  deps: WriteDeps,
  kind: SubjectKind<Row>,
  { id, operatorId }: EditSubject,
  change: (tx: Transaction, before: Row, now: Date) => Promise<Edited<Row> | undefined>,
): Promise<Row> {
  const edited = await inTransaction(deps.db, async (tx) => {
    const { row: before, now } = await lockEditable(tx, kind, id);
    const changed = await change(tx, before, now);
    if (!changed) return before;
    const { row, details } = changed;
    await noteEdit(tx, kind, row, { operatorId, action: 'edit', details });
    return row;
  });
  scheduleSubject(deps, kind, edited);
  return edited;
}

/** Puts another picture on an open subject. Returns the name of the picture that it had before. */
export async function changeSubjectImage<Row extends SubjectRow>(
  deps: Pick<Deps, 'db'>,
  kind: SubjectKind<Row>,
  { id, operatorId }: EditSubject,
  image: string,
): Promise<{ replaced: string | null }> {
  return inTransaction(deps.db, async (tx) => {
    const { row } = await lockEditable(tx, kind, id);
    await tx.client.query({
      name: `${kind.table}-image`,
      text: `UPDATE ${kind.table} SET image = $2, version = version + 1 WHERE id = $1`,
      values: [id, image],
    });
    await noteEdit(tx, kind, row, { operatorId, action: 'image', details: { image } });
    return { replaced: row.image };
  });
}

async function noteEdit<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
  { operatorId, action, details }: { operatorId: string; action: string; details: Record<string, unknown> },
): Promise<void> {
  const subject = subjectOf(kind, row.id);
  await writeAudit(tx, { operatorId, action: `${kind.name}.${action}`, subject, details });
  tx.touch(kind.room(row));
}

async function lockEditable<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  id: number,
): Promise<{ row: Row; now: Date }> {
  const row = await lockSubject<Row>(tx, kind, id);
  if (!row) throw kind.errors.notFound();
  await shutGates(tx, kind, [id]);
  const now = await tx.clock();
  if (!isOpen(kind, row) || isOver(row, now)) throw kind.errors.over();
  return { row, now };
}

/** Held while the subject is created, so that a load test cannot be closed meanwhile and leave it behind. */
async function assertOpenRealm(tx: Transaction, realm: number): Promise<void> {
  const { rowCount } = await tx.client.query(
    'SELECT 1 FROM realms WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
    [realm],
  );
  if (!rowCount) {
    throw new Refusal('VALIDATION_FAILED', 'There is no open load test with this realm.', {
      issues: [{ path: 'realm', message: 'is not an open load test' }],
    });
  }
}
