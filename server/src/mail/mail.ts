import type { Transaction } from '../db/in-transaction.ts';

export interface NewMail {
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
}

export interface Mail {
  /** A row of the outbox, sent after the commit: a mail server that is away delays it and loses nothing (S1). */
  enqueue(tx: Transaction, mail: NewMail): Promise<void>;
  /** Sends what is due. Several servers may call it at once: each mail is taken by one of them. */
  sendDue(): Promise<void>;
  /** What is still to be sent; `failed` are those among them that a mail server has refused or not taken. */
  countUnsent(): Promise<{ due: number; later: number; failed: number }>;
  close(): void;
}

export interface ReadableMail extends NewMail {
  id: number;
  createdAt: Date;
  sentAt: Date | null;
}
