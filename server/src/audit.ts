import { features } from './app.ts';
import type { Database } from './db/database.ts';
import { type AuditOptions, auditLedger as auditWith } from './ledger/audit.ts';
import type { AuditReport } from './ledger/audit-report.ts';
import { Epochs } from './restore/epochs.ts';

/** Audits the ledger and the rows of every feature that the audit checks. */
export async function auditLedger(
  db: Database,
  options: Omit<AuditOptions, 'references' | 'epoch'> = {},
): Promise<AuditReport> {
  const references = features.flatMap(({ auditReferences }) => auditReferences ?? []);
  // Opens an epoch, which clears the stored positions, if the database was restored.
  const epoch = await new Epochs({ db, log: { warn: () => {} } }).refresh();
  return auditWith(db, { ...options, references, epoch });
}
