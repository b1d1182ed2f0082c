import type { Database } from '../db/database.ts';
import { desc, eq, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { purgeOld } from '../db/purge.ts';
import { mailOutbox } from './mail.tables.ts';
import type { NewMail, ReadableMail } from './mail.ts';

export interface OutboxMail extends NewMail {
  id: number;
  createdAt: Date;
  /** Including this one. */
  attempts: number;
}

/** The lifetime of a claim: when a server ends while sending, another one sends the mail. */
const CLAIM = "interval '2 minutes'";
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 900;

/** Claims mails that are due, each for one server only. */
export async function claimDue(tx: Transaction, limit: number): Promise<OutboxMail[]> {
  const { rows } = await tx.client.query<OutboxMail>({
    name: 'mail-claim',
    text: `UPDATE mail_outbox m SET attempts = attempts + 1, next_attempt_at = clock_timestamp() + ${CLAIM}
      FROM (SELECT id FROM mail_outbox WHERE sent_at IS NULL AND next_attempt_at <= statement_timestamp()
        ORDER BY next_attempt_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED) AS due
      WHERE m.id = due.id
      RETURNING m.id, m.to_address::text AS "to", m.subject, m.body, m.attempts, m.created_at AS "createdAt"`,
    values: [limit],
  });
  return rows;
}

/** Marks a mail as sent and erases its subject and body, which may contain codes (S1a). */
export async function noteSent(db: Database, id: number): Promise<void> {
  await db.orm
    .update(mailOutbox)
    .set({ sentAt: sql`clock_timestamp()`, lastError: null, subject: '', body: '' })
    .where(eq(mailOutbox.id, id));
}

/** Marks a mail as shown at /dev/mail, without a mail server (development only). */
export async function noteShown(db: Database, id: number): Promise<void> {
  await db.orm.update(mailOutbox).set({ sentAt: sql`clock_timestamp()` }).where(eq(mailOutbox.id, id));
}

/** Schedules the next try after a pause that doubles, with jitter, without a limit of tries. */
export async function noteFailure(db: Database, id: number, attempts: number, error: string): Promise<void> {
  const pauseS =
    Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** Math.min(attempts - 1, 10)) * (0.75 + Math.random() / 2);
  await db.orm
    .update(mailOutbox)
    .set({
      nextAttemptAt: sql`clock_timestamp() + ${pauseS} * interval '1 second'`,
      lastError: error.slice(0, 500),
    })
    .where(eq(mailOutbox.id, id));
}

export async function countUnsent(db: Database): Promise<{ due: number; later: number; failed: number }> {
  const { rows } = await db.pool.query<{ due: number; later: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE next_attempt_at <= statement_timestamp()) AS due,
       count(*) FILTER (WHERE next_attempt_at > statement_timestamp()) AS later,
       count(*) FILTER (WHERE last_error IS NOT NULL) AS failed
     FROM mail_outbox WHERE sent_at IS NULL`,
  );
  return rows[0] ?? { due: 0, later: 0, failed: 0 };
}

/** Lists the latest mails, newest first, for a developer without a mail server. */
export async function listLatestMails(db: Database, limit: number): Promise<ReadableMail[]> {
  const { id, toAddress, subject, body, createdAt, sentAt } = mailOutbox;
  return db.orm
    .select({ id, to: toAddress, subject, body, createdAt, sentAt })
    .from(mailOutbox)
    .orderBy(desc(id))
    .limit(limit);
}

/** Deletes rows of mails that were sent a week ago; their content was erased when they were sent. */
export function purgeSentMails(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'mail_outbox',
    age: 'sent_at',
    before: "statement_timestamp() - interval '7 days'",
  });
}

export interface FailingMail {
  id: number;
  createdAt: Date;
  attempts: number;
  nextAt: Date;
  reason: string;
}

const EXAMINED = 1_000;

/** Lists unsent mails that failed, the next attempt first. Subjects may contain codes and are not read. */
export async function listFailingMails(db: Database, limit: number): Promise<FailingMail[]> {
  const { rows } = await db.pool.query<FailingMail>({
    name: 'mail-failing',
    text: `SELECT id, created_at AS "createdAt", attempts, next_attempt_at AS "nextAt", last_error AS reason
      FROM (SELECT * FROM mail_outbox WHERE sent_at IS NULL ORDER BY next_attempt_at LIMIT ${EXAMINED}) AS unsent
      WHERE last_error IS NOT NULL ORDER BY next_attempt_at LIMIT $1`,
    values: [limit],
  });
  return rows;
}

/** Makes a failed mail due at once. Returns whether there is such a mail. */
export async function retryMail(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'mail-retry',
    text: `UPDATE mail_outbox SET next_attempt_at = statement_timestamp() - interval '1 second'
      WHERE id = $1 AND sent_at IS NULL AND last_error IS NOT NULL`,
    values: [id],
  });
  return rowCount === 1;
}
