import type { Transaction } from '../db/in-transaction.ts';

export interface NewMail {
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
}

export interface Mail {
  /**
   * Adds a mail to the outbox; it is sent after the commit. A mail server that is unavailable delays it and loses
   * nothing (S1).
   */
  enqueue(tx: Transaction, mail: NewMail): Promise<void>;
  /** Sends due mails. Several servers may call it at the same time: each mail is claimed by one of them. */
  sendDue(): Promise<void>;
  /** Counts unsent mails; `failed` are those that a mail server has refused or not accepted. */
  countUnsent(): Promise<{ due: number; later: number; failed: number }>;
  close(): void;
}

export interface ReadableMail extends NewMail {
  id: number;
  createdAt: Date;
  sentAt: Date | null;
}
