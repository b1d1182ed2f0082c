import type { Approval, ApprovalsQuery } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { eq } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { Refusal } from '../../errors.ts';
import type { LockedApproval } from '../../operators/approved-action.ts';
import { equal, type OperatorList, readList } from '../../operators/operator-list.ts';
import { approvals } from '../../operators/operators.tables.ts';

/** A request as stored, with the ids that decide who may approve it. */
export interface ApprovalRow
  extends Omit<Approval, 'requested_at' | 'decided_at' | 'waits_for' | 'details' | 'right'> {
  details: Record<string, unknown>;
  requestedById: string;
  beneficiaryId: string | null;
  requested_at: Date;
  decided_at: Date | null;
}
type Query = z.output<typeof ListQuery> & z.output<typeof ApprovalsQuery>;

const columns = `a.id, a.action, a.subject_kind, a.subject_id, b.full_name AS subject_name,
  b.username::text AS subject_username, a.details, a.why, a.status, r.username::text AS requested_by, a.requested_at,
  d.username::text AS decided_by, a.decided_at, a.requested_by AS "requestedById", a.beneficiary_id AS "beneficiaryId"`;
const people = `JOIN users r ON r.id = a.requested_by LEFT JOIN users d ON d.id = a.decided_by
  LEFT JOIN users b ON b.id = a.beneficiary_id`;

/** Always sorted by age: operators decide requests in order. */
const approvalList: OperatorList = {
  from: 'approvals a',
  key: 'a.id',
  select: `SELECT ${columns} FROM page JOIN approvals a ON a.id = page.key ${people}`,
  orders: { id: ['a.id'] },
  orderBy: 'id',
};

export function listApprovals(db: Database, query: Query): Promise<{ rows: ApprovalRow[]; total: number }> {
  return readList<ApprovalRow>(db, approvalList, query, equal('a.status', query.status));
}

/** Finds a request with the people whom it concerns. */
export async function findApproval(
  source: Database | Transaction,
  id: number,
): Promise<ApprovalRow | undefined> {
  const client = 'client' in source ? source.client : source.pool;
  const { rows } = await client.query<ApprovalRow>(
    `SELECT ${columns} FROM approvals a ${people} WHERE a.id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks a request, but not its subject. */
export async function lockApproval(tx: Transaction, id: number): Promise<LockedApproval | undefined> {
  const [row] = await tx.orm.select().from(approvals).where(eq(approvals.id, id)).for('no key update');
  return row && { ...row, subject: { kind: row.subjectKind, id: row.subjectId } };
}

export const approvalNotFound = () => new Refusal('APPROVAL_NOT_FOUND', 'Request not found.');
