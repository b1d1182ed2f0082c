import { bytea, citext, time } from '../db/columns.ts';
import { pgTable, smallint, sql, text, uuid } from '../db/drizzle.ts';

/** Only a salted hash of each code is stored (S1a). */
export const oneTimeCodes = pgTable('one_time_codes', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose').$type<'register' | 'reset_password' | 'recover_pin' | 'change_email'>().notNull(),
  email: citext('email').notNull(),
  salt: bytea('salt').notNull(),
  codeHash: bytea('code_hash').notNull(),
  tries: smallint('tries').notNull().default(0),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  network: text('network'),
  triesElsewhere: smallint('tries_elsewhere').notNull().default(0),
});
