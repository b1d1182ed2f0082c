import type { Transaction } from '../db/in-transaction.ts';
import type { Subject } from '../subject.ts';
import { adminAudit } from './audit-log.tables.ts';

export interface AuditEntry {
  operatorId: string;
  /** What was done, e.g. 'auction.cancel'. */
  action: string;
  subject: Subject;
  /** JSON; no password, code, token or account number. */
  details?: Record<string, unknown>;
}

/** S8: notes what an operator does, in the transaction that does it. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { operatorId, action, subject, details = {} } = entry;
  await tx.orm
    .insert(adminAudit)
    .values({ operatorId, action, subjectKind: subject.kind, subjectId: subject.id, details });
}
