import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { citext, time } from '../db/columns.ts';

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  realm: integer('realm').notNull().default(0),
  role: smallint('role').$type<0 | 1>().notNull().default(0),
  username: citext('username').notNull(),
  email: citext('email'),
  fullName: text('full_name').notNull(),
  passwordHash: text('password_hash'),
  googleSub: text('google_sub'),
  profile: text('profile'),
  walletAddress: text('wallet_address').notNull(),
  referralCode: text('referral_code').notNull(),
  referredBy: uuid('referred_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  credentialsChangedAt: time('credentials_changed_at'),
  deletedAt: time('deleted_at'),
  /** Set by a trigger when the role becomes 1; kept when the role is removed. */
  operatorSince: time('operator_since'),
  isFirstOperator: boolean('is_first_operator').notNull().default(false),
  promotedBy: uuid('promoted_by'),
});

export type UserRow = typeof users.$inferSelect;
