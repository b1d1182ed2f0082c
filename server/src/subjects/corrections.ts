import type { CorrectedField } from '@copup/shared/subjects.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';

/** A corrected field as entrants see it; a picture by its name. */
type Corrected = CorrectedField;

/** The names under which entrants see the words of a row. */
const fieldNames = {
  name: 'name',
  title: 'name',
  description: 'description',
  story: 'description',
  prizeName: 'prize_name',
} as const satisfies Readonly<Record<string, Corrected['field']>>;
export type TextField = keyof typeof fieldNames;

/** Returns the fields that an edit of words changes, with both texts. */
export function correctedFields<Draft extends object>(
  before: Draft,
  after: Draft,
  changed: readonly (keyof Draft & string)[],
): Corrected[] {
  return changed.map((field) => ({
    field: fieldNames[field as TextField],
    before: String(before[field]),
    after: String(after[field]),
  }));
}

type Change =
  | { change: 'corrected'; details: { fields: readonly Corrected[] } }
  | { change: 'extended'; details: { before: Date; after: Date; reason: string } };

/** Records a change for the notices of the entrants (A14). The row must be locked and the gate shut, so that no user enters meanwhile. */
export async function recordChange<Row extends SubjectRow>(
  tx: Transaction,
  kind: Pick<SubjectKind<Row>, 'name'>,
  { id }: Row,
  { change, details }: Change,
): Promise<void> {
  await tx.client.query({
    name: 'subject-change-insert',
    text: `INSERT INTO subject_changes (subject_kind, subject_id, change, details, at)
      VALUES ($1, $2, $3, $4, clock_timestamp())`,
    values: [kind.name, id, change, JSON.stringify(details)],
  });
}

/** Returns the subject that replaces this one, if it was reopened (A14). */
export async function findCopy(
  source: Database | Transaction,
  { name }: { name: string },
  id: number,
): Promise<number | null> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ copyId: number }>({
    name: 'subject-copy',
    text: `SELECT copy_id AS "copyId" FROM subject_changes
      WHERE subject_kind = $1 AND subject_id = $2 AND copy_id IS NOT NULL`,
    values: [name, id],
  });
  return rows[0]?.copyId ?? null;
}

/** Returns the subject that this one replaces, if it is a copy (A14). */
export async function findOriginal(
  source: Database | Transaction,
  { name }: { name: string },
  copyId: number,
): Promise<number | null> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ id: number }>({
    name: 'subject-original',
    text: 'SELECT subject_id AS id FROM subject_changes WHERE subject_kind = $1 AND copy_id = $2',
    values: [name, copyId],
  });
  return rows[0]?.id ?? null;
}

export interface Correction {
  at: Date;
  fields: Corrected[];
}

/** Lists what was corrected since this user entered, oldest first; nothing for one who has not. */
export async function listCorrections<Row extends SubjectRow>(
  source: Database | Transaction,
  { name, entries: { table, subjectId } }: Pick<SubjectKind<Row>, 'name' | 'entries'>,
  id: number,
  userId: string,
): Promise<Correction[]> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<Correction>({
    name: `${table}-corrections`,
    text: `SELECT c.at, c.details -> 'fields' AS fields FROM ${table} e JOIN subject_changes c
        ON c.subject_kind = $1 AND c.subject_id = $2 AND c.change = 'corrected' AND c.at >= e.joined_at
      WHERE e.${subjectId} = $2 AND e.user_id = $3 ORDER BY c.id`,
    values: [name, id, userId],
  });
  return rows;
}
