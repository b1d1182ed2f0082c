import { bytea, time, whole } from '../../db/columns.ts';
import { boolean, integer, pgTable, uuid } from '../../db/drizzle.ts';

/** The welcome coins of each player, once (X15). Append-only. */
export const welcomeGrants = pgTable('welcome_grants', {
  userId: uuid('user_id').primaryKey(),
  /** Bonus coins. */
  coins: whole('coins').notNull(),
  /** Coins that can be bid, in a demo only. */
  available: whole('available').notNull().default(0),
  transferId: uuid('transfer_id').notNull(),
  isSameNetwork: boolean('is_same_network').notNull(),
  grantedAt: time('granted_at').notNull(),
});

/** What was given of the budget: one row, whose lock orders the grants. */
export const welcomeBudget = pgTable('welcome_budget', {
  id: boolean('id').primaryKey().default(true),
  grants: integer('grants').notNull().default(0),
  given: whole('given').notNull().default(0),
});

/** Of each address and device that received welcome coins; without a user or a time (S7). */
export const welcomeMarks = pgTable('welcome_marks', { mark: bytea('mark').primaryKey() });

/** Players who have closed the card with the first steps. */
export const firstSteps = pgTable('first_steps', {
  userId: uuid('user_id').primaryKey(),
  dismissedAt: time('dismissed_at').notNull().defaultNow(),
});
