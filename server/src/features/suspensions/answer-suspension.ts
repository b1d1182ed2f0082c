import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { MOST_ANSWERS } from '@copup/shared/suspension-limits.ts';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { notSuspended } from './suspend.ts';

/**
 * Stores what a suspended player answers, and mails it to the address of support (S10). Throws NOT_SUSPENDED, or
 * TOO_MANY_ANSWERS since the last suspension began.
 */
export async function answerSuspension(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  { userId, username }: Viewer,
  text: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const { rows } = await tx.client.query<{ answers: number }>({
      name: 'suspension-answers-since',
      text: `SELECT (SELECT count(*) FROM suspension_answers a WHERE a.user_id = $1 AND a.at >= s.started_at) AS answers
        FROM suspensions s WHERE s.user_id = $1 AND s.ends_at > statement_timestamp() ORDER BY s.ends_at DESC LIMIT 1`,
      values: [userId],
    });
    const [current] = rows;
    if (!current) throw notSuspended();
    if (current.answers >= MOST_ANSWERS)
      throw new Refusal(
        'TOO_MANY_ANSWERS',
        `You have sent ${MOST_ANSWERS} answers. An operator will read them.`,
      );
    await tx.client.query({
      name: 'suspension-answer',
      text: 'INSERT INTO suspension_answers (user_id, text) VALUES ($1, $2)',
      values: [userId, text],
    });
    if (config.supportEmail === null) return;
    const page = `${config.publicUrl}${operatorPath(operatorPaths.users)}/${userId}`;
    const subject = `${username} answers the suspension`;
    await mail.enqueue(tx, { to: config.supportEmail, subject, body: `${text}\n\n${page}\n` });
  });
}
