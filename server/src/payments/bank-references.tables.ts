import { citext, time } from '../db/columns.ts';
import { pgTable, sql, text } from '../db/drizzle.ts';

/**
 * References of the bank that prove a payment: of a bank transfer, of a trade (W2), or to a winner (A10a). Append-only. The
 * database computes from each its letters and digits, which are unique.
 */
export const bankReferences = pgTable('bank_references', {
  reference: citext('reference').primaryKey(),
  comparable: text('comparable'),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  usedAt: time('used_at').notNull().default(sql`clock_timestamp()`),
});
