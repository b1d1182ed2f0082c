import type { OperatorRole } from '@copup/shared/rights.ts';
import { citext, time } from '../db/columns.ts';
import { boolean, integer, pgTable, smallint, text, uuid } from '../db/drizzle.ts';

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
  /** What an operator may do (S8). Null for players: a trigger removes it with the role. */
  operatorRole: text('operator_role').$type<OperatorRole>(),
  /** Set by a trigger at each new role of an operator; kept when the role is removed. */
  operatorSince: time('operator_since'),
  isFirstOperator: boolean('is_first_operator').notNull().default(false),
  promotedBy: uuid('promoted_by'),
  usernameChangedAt: time('username_changed_at'),
  /** A new address, until the code mailed to it is entered (S6). */
  emailPending: citext('email_pending'),
  /** A synthetic player of a demo (X11). */
  isDemo: boolean('is_demo').notNull().default(false),
});

/** Old usernames, which other users cannot take until a time (W17). A trigger on `users` refuses them. */
export const reservedUsernames = pgTable('reserved_usernames', {
  username: citext('username').primaryKey(),
  userId: uuid('user_id').notNull(),
  until: time('until').notNull(),
});

export type UserRow = typeof users.$inferSelect;
