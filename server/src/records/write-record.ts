import type { ApprovalPending } from '@copup/shared/admin.ts';
import { toKobo } from '@copup/shared/coins.ts';
import { recordKind } from '@copup/shared/records.ts';
import { eq, sql } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { brokenConstraint } from '../db/pg-errors.ts';
import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { columnsOf, type RecordAdmin } from './record-admin.ts';

type Body = Readonly<Record<string, unknown>>;
type Row = { id: number; realm?: number };
interface Target {
  id: number;
  operatorId: string;
}

/** Creates a record. Audited, unless the system creates it. Returns its id. */
export async function createRecord(
  { db }: Pick<Deps, 'db'>,
  admin: RecordAdmin,
  operatorId: string | null,
  body: Body,
): Promise<number> {
  const row = await refusingTwice(admin, () =>
    inTransaction(db, async (tx) => {
      const draft = changesOf(admin, body) as Row;
      await admin.check?.(tx, draft, undefined);
      const values = { ...draft, ...admin.follow?.(draft, undefined, operatorId) };
      const [row] = (await tx.orm
        .insert(admin.table)
        .values(values as never)
        .returning()) as Row[];
      invariant(row, `the insert of a ${admin.name} returned no row`);
      await admin.created?.(tx, row);
      if (operatorId !== null) await audit(tx, admin, row, operatorId, 'create', body);
      return row;
    }),
  );
  admin.written?.(row, undefined);
  return row.id;
}

/**
 * Changes the fields of a body that differ from the record, so that two operators who edit different fields both keep
 * theirs. Audited with these fields. A change that needs a second operator is requested as a whole, and nothing changes.
 */
export async function editRecord(
  { db }: Pick<Deps, 'db'>,
  admin: RecordAdmin,
  { id, operatorId }: Target,
  body: Body,
): Promise<ApprovalPending | undefined> {
  const { pending, edit } = await refusingTwice(admin, () =>
    inTransaction<{ pending?: ApprovalPending; edit?: { after: Row; before: Row } }>(db, async (tx) => {
      await admin.lock?.(tx, operatorId);
      const before = await lockRecord(tx, admin, id);
      const changes = changesOf(admin, body, before);
      if (Object.keys(changes).length === 0) return {};
      const after = { ...before, ...changes };
      await admin.check?.(tx, after, before);
      const pending = await admin.request?.(tx, { before, changes, operatorId });
      if (pending) return { pending };
      await updateRecord(tx, admin, id, { ...changes, ...admin.follow?.(after, before, operatorId) });
      const changed = columnsOf(admin).filter(({ key }) => key in changes);
      const details = Object.fromEntries(changed.map(({ field }) => [field, body[field]]));
      await audit(tx, admin, before, operatorId, 'edit', details);
      return { edit: { after, before } };
    }),
  );
  if (edit) admin.written?.(edit.after, edit.before);
  return pending;
}

/** Stores a picture, sets it on the record and removes the previous one. */
export async function replaceRecordPicture(
  { db, uploads }: Pick<Deps, 'db' | 'uploads'>,
  admin: RecordAdmin,
  { id, operatorId }: Target,
  picture: Buffer,
): Promise<void> {
  await uploads.replaceImage(picture, (image) =>
    inTransaction(db, async (tx) => {
      const before = (await lockRecord(tx, admin, id)) as Row & { image: string | null };
      await updateRecord(tx, admin, id, { image });
      await audit(tx, admin, before, operatorId, 'image');
      return { replaced: before.image };
    }),
  );
}

export async function updateRecord(
  tx: Transaction,
  { table }: Pick<RecordAdmin, 'table'>,
  id: number,
  values: object,
): Promise<void> {
  await tx.orm
    .update(table)
    .set({ ...values, updatedAt: sql`clock_timestamp()` } as never)
    .where(eq(table.id, id));
}

/** Locks a record. Throws the kind's `notFound`. */
async function lockRecord(tx: Transaction, { table, notFound }: RecordAdmin, id: number): Promise<Row> {
  const [row] = await tx.orm.select().from(table).where(eq(table.id, id)).for('no key update');
  if (!row) throw notFound();
  return row as Row;
}

/** Returns the fields of a body that differ from those of the row, as its columns. */
function changesOf(admin: RecordAdmin, body: Body, before?: object): Body {
  const { fields } = recordKind(admin.name);
  const row = before as Body | undefined;
  const changes = columnsOf(admin).flatMap(({ field, key }) => {
    const [value, type] = [body[field], fields[field]?.type];
    if (value === undefined) return [];
    const stored =
      type === 'naira' ? toKobo(Number(value)) : type === 'moment' ? new Date(String(value)) : value;
    return row && row[key]?.valueOf() === stored?.valueOf() ? [] : [[key, stored]];
  });
  return Object.fromEntries(changes);
}

/** The log has the fields that an operator entered; of a secret one only that it changed. */
async function audit(
  tx: Transaction,
  { name, secret }: RecordAdmin,
  { id, realm = 0 }: Row,
  operatorId: string,
  action: 'create' | 'edit' | 'image',
  entered: Body = {},
): Promise<void> {
  const isHidden = secret !== undefined && entered[secret] !== undefined;
  const details = isHidden ? { ...entered, [secret]: 'changed' } : entered;
  const subject = { kind: name, id: String(id) };
  await writeAudit(tx, { operatorId, action: `${name}.${action}`, subject, realm, details });
}

async function refusingTwice<Result>(
  { unique = {} }: RecordAdmin,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unique[brokenConstraint(error) ?? '']?.(error) ?? error;
  }
}
