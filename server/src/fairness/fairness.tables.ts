import { bytea, time } from '../db/columns.ts';
import { pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';

export const fairSeeds = pgTable(
  'fair_seeds',
  {
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the seed; public. */
    commitment: bytea('commitment').notNull(),
    sealedSeed: bytea('sealed_seed').notNull(),
    /** Set by the first draw. */
    clientSeed: text('client_seed'),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.subjectKind, table.subjectId, table.userId] })],
);

export const clientSeeds = pgTable('client_seeds', {
  userId: uuid('user_id').primaryKey(),
  clientSeed: text('client_seed').notNull(),
});
