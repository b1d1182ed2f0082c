import { createTransport, type Transporter } from 'nodemailer';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { mailOutbox } from './mail.tables.ts';
import type { Mail } from './mail.ts';
import {
  claimDue,
  countUnsent,
  noteFailure,
  noteSent,
  noteShown,
  type OutboxMail,
} from './outbox.queries.ts';
import { postToWebhook, TO_WEBHOOK } from './post-to-webhook.ts';

export interface MailOptions {
  db: Database;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Without a mail server, mails stay readable in the outbox and are logged: development only. */
  smtpUrl: string | undefined;
  from: string;
  /** Receives what is addressed to TO_WEBHOOK. */
  webhook?: string | undefined;
}

const BATCH = 20;
const AT_ONCE = 5;
const SMTP_TIMEOUT_MS = 10_000;

export function createMail({ db, log, smtpUrl, from, webhook }: MailOptions): Mail {
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);

  async function send(mail: OutboxMail): Promise<void> {
    const isPost = mail.to === TO_WEBHOOK;
    if (!transport && !isPost) {
      log.info({ mail: { to: mail.to, subject: mail.subject, body: mail.body } }, 'mail, also at /dev/mail');
      return noteShown(db, mail.id);
    }
    try {
      if (isPost) await postToWebhook(webhook, mail.body);
      else
        await transport?.sendMail({
          from,
          to: mail.to,
          subject: mail.subject,
          text: mail.body,
          // The same for each try, so that duplicates can be recognised when an acceptance was lost.
          messageId: `<outbox-${mail.id}-${mail.createdAt.getTime()}@copup>`,
        });
    } catch (error) {
      log.warn(
        { err: error, mailId: mail.id, attempts: mail.attempts },
        'a mail could not be sent and will be retried',
      );
      return noteFailure(db, mail.id, mail.attempts, (error as Error).message);
    }
    await noteSent(db, mail.id);
  }

  const limit = pLimit(AT_ONCE);

  return {
    async enqueue(tx: Transaction, mail) {
      await tx.orm.insert(mailOutbox).values({ toAddress: mail.to, subject: mail.subject, body: mail.body });
    },
    countUnsent: () => countUnsent(db),
    async sendDue() {
      for (;;) {
        // Claimed in their own transaction: none is open while talking to a mail server (L5).
        const due = await inTransaction(db, (tx) => claimDue(tx, BATCH));
        await limit.map(due, send);
        if (due.length < BATCH) return;
      }
    },
    close: () => transport?.close(),
  };
}

function openTransport(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: AT_ONCE,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
}
