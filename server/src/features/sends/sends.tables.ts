import { time, whole } from '../../db/columns.ts';
import { integer, pgTable, uuid } from '../../db/drizzle.ts';

/** Sends of coins between players (W1). */
export const sends = pgTable('sends', {
  /** The id of its transfer of kind `send`. */
  id: uuid('id').primaryKey(),
  realm: integer('realm').notNull(),
  senderId: uuid('sender_id').notNull(),
  recipientId: uuid('recipient_id').notNull(),
  amount: whole('amount').notNull(),
  charge: whole('charge').notNull(),
  createdAt: time('created_at').notNull(),
});

export type SendRow = typeof sends.$inferSelect;
