import { time } from '../db/columns.ts';
import { pgTable, smallint, sql, text, uuid } from '../db/drizzle.ts';

/** S6: PINs. A user without a row has none. */
export const pins = pgTable('pins', {
  userId: uuid('user_id').primaryKey(),
  /** Argon2id of the PIN and a pepper. */
  pinHash: text('pin_hash').notNull(),
  /** Since the last right PIN or recovery. */
  wrongTries: smallint('wrong_tries').notNull().default(0),
  lockedUntil: time('locked_until'),
  changedAt: time('changed_at').notNull().default(sql`clock_timestamp()`),
});
