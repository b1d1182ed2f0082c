import type { Transaction } from '../db/in-transaction.ts';
import { writeAudit } from './write-audit.ts';

/**
 * Returns requests that wait for a second operator to the queue, since what they were checked against has changed: they are
 * rejected, by no operator, and can be made again. Audited, under who requested it where the server changed it (null).
 */
export async function withdrawApprovals(
  tx: Transaction,
  {
    action,
    subjectIds,
    operatorId,
  }: { action: string; subjectIds: readonly string[]; operatorId: string | null },
): Promise<void> {
  const { rows } = await tx.client.query<{
    id: number;
    kind: string;
    subjectId: string;
    requestedBy: string;
  }>({
    name: 'approvals-withdraw',
    text: `UPDATE approvals SET status = 'rejected', decided_at = clock_timestamp()
      WHERE status = 'pending' AND action = $1 AND subject_id = ANY($2::text[])
      RETURNING id, subject_kind AS kind, subject_id AS "subjectId", requested_by AS "requestedBy"`,
    values: [action, subjectIds],
  });
  for (const { id, kind, subjectId, requestedBy } of rows) {
    const subject = { kind, id: subjectId };
    await writeAudit(tx, {
      operatorId: operatorId ?? requestedBy,
      action: `${action}.withdraw`,
      subject,
      details: { approval_id: id },
    });
  }
}
