import { itemRoom } from '@copup/shared/room-names.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Subject } from '../subject.ts';
import { adminAudit } from './audit-log.tables.ts';

export interface AuditEntry {
  operatorId: string;
  /** The action, e.g. 'auction.cancel'. */
  action: string;
  subject: Subject;
  /** Of the subject; 0, that of real players, also for what belongs to no realm. */
  realm?: number;
  /** JSON values; no password, code, token or account number. */
  details?: Record<string, unknown>;
}

/** Records an operator's action in the transaction that performs it (S8), and updates open pages of its subject. */
export async function writeAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { operatorId, action, subject, realm = 0, details = {} } = entry;
  await tx.orm
    .insert(adminAudit)
    .values({ operatorId, realm, action, subjectKind: subject.kind, subjectId: subject.id, details });
  tx.invalidate(itemRoom(subject.kind, subject.id));
}
