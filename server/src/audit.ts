import { features } from './app.ts';
import type { Database } from './db/database.ts';
import { type AuditOptions, auditLedger as auditWith } from './ledger/audit.ts';
import type { AuditReport } from './ledger/audit-report.ts';

/** Audits the ledger and the rows of every feature that the audit checks. */
export function auditLedger(
  db: Database,
  options: Omit<AuditOptions, 'references'> = {},
): Promise<AuditReport> {
  const references = features.flatMap(({ auditReferences }) => auditReferences ?? []);
  return auditWith(db, { ...options, references });
}
