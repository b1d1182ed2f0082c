import { bytea, time } from './columns.ts';
import { jsonb, pgTable, primaryKey, smallint, sql, text, uuid } from './drizzle.ts';

/** The replies to requests with an Idempotency-Key (P6). */
export const storedReplies = pgTable(
  'stored_replies',
  {
    userId: uuid('user_id').notNull(),
    route: text('route').notNull(),
    subject: text('subject').notNull(),
    key: text('key').notNull(),
    inputHash: bytea('input_hash').notNull(),
    status: smallint('status').notNull(),
    reply: jsonb('reply').$type<unknown>().notNull(),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.userId, table.route, table.subject, table.key] })],
);
