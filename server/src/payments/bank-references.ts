import { type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import type { Subject } from '../subject.ts';
import { bankReferences } from './bank-references.tables.ts';

/**
 * Stores that this reference of the bank proves the payment of the subject. Throws BANK_REFERENCE_USED when it proves
 * another one: its letters and digits, in any case, are unique across payments, trades and orders (W2, A10a).
 */
export async function takeBankReference(tx: Transaction, reference: string, subject: Subject): Promise<void> {
  const { rowCount } = await tx.orm
    .insert(bankReferences)
    .values({ reference, subjectKind: subject.kind, subjectId: subject.id })
    .onConflictDoNothing();
  if (rowCount !== 1) await refuseUsedReference(tx, reference, subject);
}

/** Throws BANK_REFERENCE_USED when the reference proves another payment, before a second operator is asked (O3a). */
export async function refuseUsedReference(
  tx: Transaction,
  reference: string,
  subject?: Subject,
): Promise<void> {
  const [found] = await tx.orm
    .select({ kind: bankReferences.subjectKind, id: bankReferences.subjectId })
    .from(bankReferences)
    .where(isReference(reference));
  if (found && (found.kind !== subject?.kind || found.id !== subject.id)) throw referenceUsed();
}

/** Compares as the database does for uniqueness. */
export const isReference = (reference: string): SQL =>
  sql`${bankReferences.comparable} = comparable_reference(${reference})`;

export const referenceUsed = () =>
  new Refusal('BANK_REFERENCE_USED', 'This bank reference was used for another payment.', {
    issues: [{ path: 'bank_reference', message: 'was used before' }],
  });
