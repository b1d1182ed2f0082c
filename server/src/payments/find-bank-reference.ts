import type { Database } from '../db/database.ts';
import { and, eq } from '../db/drizzle.ts';
import { bankReferences } from './bank-references.tables.ts';
import { isReference } from './bank-references.ts';

/** Returns the number of the item of this kind that a bank's reference proved; undefined for an unknown reference. */
export async function findBankReference(
  db: Database,
  kind: string,
  reference: string,
): Promise<number | undefined> {
  const [row] = await db.orm
    .select({ id: bankReferences.subjectId })
    .from(bankReferences)
    .where(and(isReference(reference), eq(bankReferences.subjectKind, kind)));
  return row && Number(row.id);
}
