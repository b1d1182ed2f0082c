import type { ReceiptKind } from '@copup/shared/sealed-receipt.ts';
import { bytea, time } from '../../db/columns.ts';
import { pgTable, sql, text, uuid } from '../../db/drizzle.ts';

/** What players share (W22). The code opens it for everyone, so it must not be logged with the player. */
export const receipts = pgTable('receipts', {
  code: text('code').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<ReceiptKind>().notNull(),
  itemId: text('item_id').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  endedAt: time('ended_at'),
});

export const receiptKeys = pgTable('receipt_keys', {
  id: text('id').primaryKey(),
  publicKey: bytea('public_key').notNull(),
  since: time('since').notNull().default(sql`clock_timestamp()`),
});
