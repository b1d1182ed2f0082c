import type { Transaction } from '../db/in-transaction.ts';
import { writeAudit } from './write-audit.ts';

/**
 * Returns requests that wait for a second operator to the queue, since what they were checked against has changed: they are
 * rejected, by no operator, and can be made again. Audited.
 */
export async function withdrawApprovals(
  tx: Transaction,
  { action, subjectIds, operatorId }: { action: string; subjectIds: readonly string[]; operatorId: string },
): Promise<void> {
  const { rows } = await tx.client.query<{ id: number; kind: string; subjectId: string }>({
    name: 'approvals-withdraw',
    text: `UPDATE approvals SET status = 'rejected', decided_at = clock_timestamp()
      WHERE status = 'pending' AND action = $1 AND subject_id = ANY($2::text[])
      RETURNING id, subject_kind AS kind, subject_id AS "subjectId"`,
    values: [action, subjectIds],
  });
  for (const { id, kind, subjectId } of rows) {
    const subject = { kind, id: subjectId };
    await writeAudit(tx, {
      operatorId,
      action: `${action}.withdraw`,
      subject,
      details: { approval_id: id },
    });
  }
}
