import type { Transaction } from '../db/in-transaction.ts';
import type { Subject } from '../subject.ts';

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
  await tx.client.query({
    name: 'write-audit',
    text: `INSERT INTO admin_audit (operator_id, action, subject_kind, subject_id, details) VALUES ($1, $2, $3, $4, $5)`,
    values: [entry.operatorId, entry.action, entry.subject.kind, entry.subject.id, entry.details ?? {}],
  });
}
