import { and, eq, isNull } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { announceStatus } from './announce.ts';
import { correctedFields, findOriginal, recordChange, type TextField } from './corrections.ts';
import { changedFields } from './draft.ts';
import { shutGates } from './gate.ts';
import type { Publishing } from './publish-subject.ts';
import { scheduleSubject } from './schedule.ts';
import { isOpen, isOver, roomsOf, type SubjectKind, type SubjectRow, subjectOf } from './subject-kind.ts';
import { lockSubject } from './subject-rows.ts';
import { realms } from './subjects.tables.ts';

type WriteDeps = Pick<Deps, 'db' | 'jobs'>;

const atOnce = (work: () => void) => work();

export interface CreateSubject extends Publishing {
  realm: number;
  /** Recorded in the operators' log; null means the system, as for demo content. */
  operatorId: string | null;
  details: Record<string, unknown>;
}

/** Columns of a new row that are the same for every kind. `createdAt` is the database's clock. */
export interface NewSubject {
  id: number;
  realm: number;
  statusAt: Date;
  createdAt: Date;
  createdBy: string | null;
}

/**
 * Creates a subject with `insert`, which returns its row, in an open realm. Draws the id before the row is written,
 * since other rows of the subject contain it.
 */
export async function createSubject<Row extends SubjectRow>(
  deps: WriteDeps,
  kind: SubjectKind<Row>,
  { realm, operatorId, details, tx: within, id: reservedId, check, schedule = atOnce }: CreateSubject,
  insert: (tx: Transaction, created: NewSubject) => Promise<Row>,
): Promise<Row> {
  const create = async (tx: Transaction) => {
    await check?.lock(tx);
    await assertOpenRealm(tx, realm);
    const [id, now] = [reservedId ?? (await nextId(tx, kind)), await tx.clock()];
    const row = await insert(tx, { id, realm, statusAt: now, createdAt: now, createdBy: operatorId });
    await check?.count(tx, row);
    const subject = subjectOf(kind, row.id);
    if (operatorId !== null)
      await writeAudit(tx, { operatorId, action: `${kind.name}.create`, subject, realm, details });
    await announceStatus(tx, kind, [row]);
    return row;
  };
  const created = await (within ? create(within) : inTransaction(deps.db, create));
  // A job of a transaction that fails finds nothing to do.
  schedule(() => scheduleSubject(deps, kind, created));
  return created;
}

export interface EditSubject extends Omit<Publishing, 'id'> {
  id: number;
  operatorId: string;
}

/** An edit of the fields that operators decide. */
export interface SubjectEdit<Row extends Draft, Draft extends object> {
  /** Returns the subject's fields with those of the edit in place of its own. */
  draft(before: Row, now: Date): Draft;
  /** Writes the row with the next version and returns it. */
  write(tx: Transaction, before: Row, draft: Draft): Promise<Row>;
}

/**
 * Edits an open subject: everything while its terms are open and it has no entry (A14), afterwards only the kind's `textFields`, and
 * with entries only while `mayCorrect` allows. An edit that changes nothing writes nothing. Blocks joins meanwhile, so that no user joins at terms that are being changed.
 */
export async function editSubject<Row extends SubjectRow & Draft, Draft extends object>(
  deps: WriteDeps,
  kind: SubjectKind<Row>,
  { id, operatorId, tx: within, check, schedule = atOnce }: EditSubject,
  edit: SubjectEdit<Row, Draft>,
): Promise<Row> {
  const change = async (tx: Transaction) => {
    await check?.lock(tx);
    const { row: before, now } = await lockEditable(tx, kind, id);
    const draft = edit.draft(before, now);
    const changed = changedFields<Draft>(before, draft);
    if (changed.length === 0) return before;
    const isEntered = await hasEntries(tx, kind, id);
    if (!changed.every((field) => kind.textFields.includes(field as TextField))) {
      const isOpenToAll = kind.hasOpenTerms?.(before) ?? before.status === kind.openStatuses[0];
      if (!isOpenToAll || isEntered) throw kind.errors.live();
    }
    if (isEntered && !kind.mayCorrect(before, now)) throw kind.errors.fixed();
    const row = await edit.write(tx, before, draft);
    await check?.count(tx, row, before);
    if (isEntered) {
      const fields = correctedFields<Draft>(before, draft, changed);
      await recordChange(tx, kind, row, { change: 'corrected', details: { fields } });
    }
    const details = Object.fromEntries(changed.map((field) => [field, draft[field]]));
    await noteEdit(tx, kind, row, { operatorId, action: 'edit', details });
    return row;
  };
  const edited = await (within ? change(within) : inTransaction(deps.db, change));
  schedule(() => scheduleSubject(deps, kind, edited));
  return edited;
}

async function hasEntries<Row extends SubjectRow>(
  tx: Transaction,
  { table, entries }: SubjectKind<Row>,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: `${table}-has-entries`,
    text: `SELECT FROM ${entries.table} WHERE ${entries.subjectId} = $1 LIMIT 1`,
    values: [id],
  });
  return rowCount === 1;
}

/** Replaces the picture of an open subject. Returns the name of the previous picture. */
export async function changeSubjectImage<Row extends SubjectRow>(
  deps: Pick<Deps, 'db'>,
  kind: SubjectKind<Row>,
  { id, operatorId }: EditSubject,
  image: string,
): Promise<{ replaced: string | null }> {
  return inTransaction(deps.db, async (tx) => {
    const { row, now } = await lockEditable(tx, kind, id);
    const isEntered = await hasEntries(tx, kind, id);
    if (isEntered && !kind.mayCorrect(row, now)) throw kind.errors.fixed();
    await tx.client.query({
      name: `${kind.table}-image`,
      text: `UPDATE ${kind.table} SET image = $2, version = version + 1 WHERE id = $1`,
      values: [id, image],
    });
    if (isEntered) {
      const fields = [{ field: 'image' as const, before: row.image ?? '', after: image }];
      await recordChange(tx, kind, row, { change: 'corrected', details: { fields } });
    }
    await noteEdit(tx, kind, row, { operatorId, action: 'image', details: { image } });
    // Entrants see both pictures; a copy has that of the subject that it replaces.
    const isShared = isEntered || (await findOriginal(tx, kind, id)) !== null;
    return { replaced: isShared ? null : row.image };
  });
}

/** Stores a picture, sets it on an open subject and removes the previous one. */
export async function replacePicture<Row extends SubjectRow>(
  deps: Pick<Deps, 'db' | 'uploads'>,
  kind: SubjectKind<Row>,
  command: EditSubject,
  picture: Buffer,
): Promise<void> {
  await deps.uploads.replaceImage(picture, (image) => changeSubjectImage(deps, kind, command, image));
}

/** Records an edit in the operators' log and in the subject's rooms. */
export async function noteEdit<Row extends SubjectRow>(
  tx: Transaction,
  kind: SubjectKind<Row>,
  row: Row,
  { operatorId, action, details }: { operatorId: string; action: string; details: Record<string, unknown> },
): Promise<void> {
  const subject = subjectOf(kind, row.id);
  const { realm } = row;
  await writeAudit(tx, { operatorId, action: `${kind.name}.${action}`, subject, realm, details });
  for (const room of roomsOf(kind, row)) tx.invalidate(room);
}

/** Locks an open subject, whose end has not passed, and its gate. */
export async function lockEditable<Row extends SubjectRow>(
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

async function nextId(tx: Transaction, { table }: { table: string }): Promise<number> {
  const { rows } = await tx.client.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('${table}', 'id'))::int AS id`,
  );
  return (rows[0] as { id: number }).id;
}

/**
 * Locks the realm while the subject is created, so that a load test cannot be closed meanwhile without it. Subjects of a
 * realm may be created concurrently.
 */
export async function assertOpenRealm(tx: Transaction, realm: number): Promise<void> {
  const open = await tx.orm
    .select({ id: realms.id })
    .from(realms)
    .where(and(eq(realms.id, realm), isNull(realms.closedAt)))
    .for('share');
  if (open.length === 0) {
    throw new Refusal('VALIDATION_FAILED', 'There is no open load test with this realm.', {
      issues: [{ path: 'realm', message: 'is not an open load test' }],
    });
  }
}
