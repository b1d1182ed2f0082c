import { bytea, time, whole } from '../db/columns.ts';
import { pgTable, primaryKey, smallint, sql, uuid } from '../db/drizzle.ts';

export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id').primaryKey(),
  secret: bytea('secret').notNull(),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  /** Null until the enrolment is confirmed with a code; until then no code is required. */
  confirmedAt: time('confirmed_at'),
  /** The TOTP time step of the last accepted code; this and earlier steps are refused. */
  lastStep: whole('last_step'),
  wrongTries: smallint('wrong_tries').notNull().default(0),
  wrongSince: time('wrong_since'),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
