import type { Approval, ApprovalsQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { offsetOf } from '../../lists/operator-list.ts';

type Row = Omit<Approval, 'requested_at' | 'decided_at'> & { requested_at: Date; decided_at: Date | null };
type Query = z.output<typeof ListQuery> & z.output<typeof ApprovalsQuery>;

const select = `SELECT a.id, a.action, a.subject_kind, a.subject_id, s.full_name AS subject_name,
    s.username::text AS subject_username, a.details, a.status, r.username::text AS requested_by, a.requested_at,
    d.username::text AS decided_by, a.decided_at
  FROM approvals a JOIN users r ON r.id = a.requested_by LEFT JOIN users d ON d.id = a.decided_by
    LEFT JOIN users s ON s.id = CASE WHEN a.subject_kind = 'user' THEN a.subject_id::uuid END`;

/** Sorted by age, whatever else is asked for: an approval queue is worked through in order. */
export async function listApprovals(
  db: Database,
  query: Query,
): Promise<{ rows: Approval[]; total: number }> {
  const where = 'WHERE ($1::text IS NULL OR a.status = $1)';
  const values = [query.status ?? null];
  const direction = query.order === 'ASC' ? 'ASC' : 'DESC';
  const [page, counted] = await Promise.all([
    db.pool.query<Row>(`${select} ${where} ORDER BY a.id ${direction} LIMIT $2 OFFSET $3`, [
      ...values,
      query.perPage,
      offsetOf(query),
    ]),
    db.pool.query<{ total: number }>(`SELECT count(*) AS total FROM approvals a ${where}`, values),
  ]);
  return { rows: page.rows.map(toApproval), total: counted.rows[0]?.total ?? 0 };
}

export async function findApproval(db: Database, id: number): Promise<Approval | undefined> {
  const { rows } = await db.pool.query<Row>(`${select} WHERE a.id = $1`, [id]);
  return rows[0] && toApproval(rows[0]);
}

export interface LockedApproval {
  id: number;
  action: string;
  subject: { kind: string; id: string };
  details: Record<string, unknown>;
  status: Approval['status'];
  requestedBy: string;
}

export async function lockApproval(tx: Transaction, id: number): Promise<LockedApproval | undefined> {
  const { rows } = await tx.client.query<LockedApproval>(
    `SELECT id, action, jsonb_build_object('kind', subject_kind, 'id', subject_id) AS subject, details, status,
       requested_by AS "requestedBy"
     FROM approvals WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0];
}

function toApproval(row: Row): Approval {
  return {
    ...row,
    requested_at: row.requested_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
