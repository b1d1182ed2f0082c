import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { AnswerRow } from './decide-answers.ts';

type OwnAnswer = Pick<AnswerRow, 'userId' | 'seq' | 'answer' | 'answeredAt'>;

/** Lists the answers of those of these users who have answered. */
export async function listAnswers(
  source: Database | Transaction,
  heistId: number,
  userIds: readonly string[],
): Promise<Map<string, OwnAnswer>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<OwnAnswer>({
    name: 'heist-answers-of-users',
    text: `SELECT user_id AS "userId", seq, answer, answered_at AS "answeredAt"
      FROM heist_answers WHERE heist_id = $1 AND user_id = ANY($2::uuid[])`,
    values: [heistId, userIds],
  });
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Reads the number of the last answer, 0 without one. The heist must be locked. */
export async function readLastSeq(tx: Transaction, heistId: number): Promise<number> {
  const { rows } = await tx.client.query<{ seq: number }>({
    name: 'heist-answers-last-seq',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM heist_answers WHERE heist_id = $1',
    values: [heistId],
  });
  return rows[0]?.seq ?? 0;
}

/** Inserts answers in one round trip with the COMMIT. */
export function writeAnswersLast(tx: Transaction, heistId: number, rows: readonly AnswerRow[]): void {
  tx.writeLast({
    name: 'heist-answers-write',
    text: `INSERT INTO heist_answers (heist_id, user_id, seq, answer, normalized, answered_at)
      SELECT $1, user_id, seq, answer, normalized, answered_at
      FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::timestamptz[])
        AS a (user_id, seq, answer, normalized, answered_at)`,
    values: [
      heistId,
      rows.map(({ userId }) => userId),
      rows.map(({ seq }) => seq),
      rows.map(({ answer }) => answer),
      rows.map(({ normalized }) => normalized),
      rows.map(({ answeredAt }) => answeredAt),
    ],
  });
}
