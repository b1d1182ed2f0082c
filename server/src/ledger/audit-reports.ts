import type { Database } from '../db/database.ts';
import { sqlState } from '../db/pg-errors.ts';
import type { AuditError, AuditReport } from './audit-report.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Stores the report of an audit of the whole ledger for operators. Does nothing for a role that may only read. */
export async function writeAuditReport(db: Database, report: AuditReport, seconds: number): Promise<void> {
  try {
    await db.pool.query(
      `INSERT INTO audit_reports (seconds, ok, is_full, checked, errors, unreachable)
       VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6)`,
      [
        seconds,
        report.ok,
        report.isFull,
        JSON.stringify(report.checked),
        JSON.stringify(report.errors),
        report.left.unreachable,
      ],
    );
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}

interface StoredReport {
  endedAt: Date;
  seconds: number;
  ok: boolean;
  isFull: boolean;
  checked: Record<string, number>;
  errors: AuditError[];
  unreachable: number;
}

/** Reads the report of the last audit, and up to where audits have found the ledger correct. */
export async function readLastAudit(
  db: Database,
): Promise<{ report: StoredReport | undefined; correctAt: Date | null; covered: number }> {
  const [reports, positions] = await Promise.all([
    db.pool.query<StoredReport>(
      `SELECT ended_at AS "endedAt", seconds, ok, is_full AS "isFull", checked, errors, unreachable
       FROM audit_reports ORDER BY id DESC LIMIT 1`,
    ),
    db.pool.query<{ correctAt: Date | null; covered: number }>(
      'SELECT checked_at AS "correctAt", postings AS covered FROM audit_position',
    ),
  ]);
  const [position] = positions.rows;
  return { report: reports.rows[0], correctAt: position?.correctAt ?? null, covered: position?.covered ?? 0 };
}
