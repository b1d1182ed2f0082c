import type { Explanation, RecordKind } from '@copup/shared/reconciliation.ts';
import { and, eq, isNull, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { findRecords, type RecordRow } from './bank-records.queries.ts';
import {
  explanationNotFound,
  lineExplained,
  lineNotFound,
  recordExplained,
  recordNotFound,
} from './reconciliation.errors.ts';
import { bankExplanations, type LineRow, lineProposals, statementLines } from './reconciliation.tables.ts';

/** Locks a line that nothing explains. Throws LINE_NOT_FOUND and LINE_EXPLAINED. */
export async function lockOpenLine(tx: Transaction, id: number): Promise<LineRow> {
  const [line] = await tx.orm
    .select()
    .from(statementLines)
    .where(eq(statementLines.id, id))
    .for('no key update');
  if (!line) throw lineNotFound();
  if (line.isExplained) throw lineExplained();
  return line;
}

/** Returns the record, which is not locked. Throws when it does not exist or is explained already. */
export async function findOpenRecord(tx: Transaction, kind: RecordKind, id: number): Promise<RecordRow> {
  const [record] = (await findRecords(tx, [{ kind, id }])).values();
  if (!record) throw recordNotFound();
  if (record.explanation_id !== null) throw recordExplained();
  return record;
}

interface NewExplanation {
  lineId?: number;
  recordKind?: RecordKind;
  recordId?: number;
  reason: Explanation['reason'];
  note: string;
}

/** Stores and logs an explanation, in place of the proposals of its line and its record. */
export async function writeExplanation(
  tx: Transaction,
  operatorId: string,
  explanation: NewExplanation,
): Promise<void> {
  const { lineId, recordKind, recordId, reason, note } = explanation;
  const { rowCount } = await tx.orm
    .insert(bankExplanations)
    .values({ ...explanation, explainedBy: operatorId })
    .onConflictDoNothing();
  // Another line, confirmed at the same time, has the record.
  if (rowCount !== 1) throw recordExplained();
  if (lineId !== undefined) await tx.orm.delete(lineProposals).where(eq(lineProposals.lineId, lineId));
  if (recordKind !== undefined && recordId !== undefined) {
    const ofRecord = and(eq(lineProposals.recordKind, recordKind), eq(lineProposals.recordId, recordId));
    await tx.orm.delete(lineProposals).where(ofRecord);
  }
  const record = recordKind === undefined ? {} : { record: `${recordKind} ${recordId}` };
  const subject =
    lineId === undefined ? { kind: 'bank-record', id: `${recordKind}-${recordId}` } : lineSubject(lineId);
  const action = `${subject.kind}.${reason === 'matched' ? 'confirm' : 'explain'}`;
  await writeAudit(tx, {
    operatorId,
    action,
    subject,
    details: { ...record, reason, ...(note && { note }) },
  });
}

const lineSubject = (id: number) => ({ kind: 'statement-line', id: String(id) });

/** Explains a line without a record. Throws LINE_NOT_FOUND and LINE_EXPLAINED. */
export const explainLine = (
  { db }: Pick<Deps, 'db'>,
  {
    lineId,
    operatorId,
    ...rest
  }: Pick<NewExplanation, 'reason' | 'note'> & { lineId: number; operatorId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockOpenLine(tx, lineId);
    await writeExplanation(tx, operatorId, { lineId, ...rest });
  });

/** Explains a record without a line. Throws RECORD_NOT_FOUND and RECORD_EXPLAINED. */
export const explainRecord = (
  { db }: Pick<Deps, 'db'>,
  {
    kind,
    id,
    operatorId,
    reason,
    note,
  }: Pick<NewExplanation, 'reason' | 'note'> & { kind: RecordKind; id: number; operatorId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await findOpenRecord(tx, kind, id);
    await writeExplanation(tx, operatorId, { recordKind: kind, recordId: id, reason, note });
  });

/** Withdraws an explanation, which stays with the reason. No decision is undone. Throws EXPLANATION_NOT_FOUND. */
export const withdrawExplanation = (
  { db }: Pick<Deps, 'db'>,
  { id, operatorId, note }: { id: number; operatorId: string; note: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stands = and(eq(bankExplanations.id, id), isNull(bankExplanations.withdrawnAt));
    const [row] = await tx.orm
      .update(bankExplanations)
      .set({ withdrawnBy: operatorId, withdrawnAt: sql`clock_timestamp()`, withdrawnNote: note })
      .where(stands)
      .returning();
    if (!row) throw explanationNotFound();
    const subject =
      row.lineId === null
        ? { kind: 'bank-record', id: `${row.recordKind}-${row.recordId}` }
        : lineSubject(row.lineId);
    await writeAudit(tx, {
      operatorId,
      action: `${subject.kind}.withdraw`,
      subject,
      details: { reason: row.reason, note },
    });
  });
