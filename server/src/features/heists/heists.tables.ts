import type { HeistOrderStatus } from '@copup/shared/heist-orders.ts';
import type { HeistCategory, WinnerRule } from '@copup/shared/heists.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import { integer, jsonb, pgTable, primaryKey, sql, text, uuid } from '../../db/drizzle.ts';

/** `cancelling`: while tickets are being refunded. Clients see the final status. */
export type StoredStatus =
  | 'waiting'
  | 'available'
  | 'on_hold'
  | 'started'
  | 'completed'
  | 'cancelling'
  | 'cancelled';

const now = sql`clock_timestamp()`;

/** `question`, `answers`, `answerSalt` and `sealedDrawSeed` must not leave the server before their time (H3). */
export const heists = pgTable('heists', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 3001 }),
  realm: integer('realm').notNull().default(0),
  name: text('name').notNull(),
  story: text('story').notNull().default(''),
  image: text('image'),
  category: text('category').$type<HeistCategory>().notNull(),
  prize: whole('prize').notNull(),
  prizeName: text('prize_name').notNull(),
  ticketPrice: whole('ticket_price').notNull(),
  winnerRule: text('winner_rule').$type<WinnerRule>().notNull().default('earliest'),
  capacity: integer('capacity').notNull(),
  minimumUsers: integer('minimum_users').notNull(),
  targetUsers: integer('target_users').notNull().default(0),
  rewardBidPoints: whole('reward_bid_points').notNull().default(0),
  question: text('question').notNull(),
  answers: jsonb('answers').$type<string[]>().notNull(),
  answerSalt: bytea('answer_salt').notNull(),
  answerCommitment: bytea('answer_commitment').notNull(),
  drawCommitment: bytea('draw_commitment').notNull(),
  sealedDrawSeed: bytea('sealed_draw_seed').notNull(),
  status: text('status').$type<StoredStatus>().notNull().default('waiting'),
  statusAt: time('status_at').notNull().default(now),
  finalStatus: text('final_status').$type<'completed' | 'cancelled'>(),
  opensAt: time('opens_at').notNull(),
  holdsAt: time('holds_at').notNull(),
  startsAt: time('starts_at').notNull(),
  endDate: time('end_date').notNull(),
  potId: uuid('pot_id').notNull(),
  subsidy: whole('subsidy').notNull().default(0),
  participants: integer('participants').notNull().default(0),
  /** Tickets that were returned after a correction (A14); their numbers are not used again. */
  leftTickets: integer('left_tickets').notNull().default(0),
  version: whole('version').notNull().default(1),
  winnerId: uuid('winner_id'),
  winnerUsername: text('winner_username'),
  winnerProfile: text('winner_profile'),
  wonAvailable: whole('won_available'),
  wonBonus: whole('won_bonus'),
  /** Available coins of the winner's own fee (X7); null where the prize was paid before it was recorded. */
  winnerPaidAvailable: whole('winner_paid_available'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(now),
  settledAt: time('settled_at'),
  toldAt: time('told_at'),
  toldUpto: uuid('told_upto'),
  cancelReason: text('cancel_reason'),
});

export const heistTickets = pgTable(
  'heist_tickets',
  {
    heistId: integer('heist_id').notNull(),
    userId: uuid('user_id').notNull(),
    no: integer('no').notNull(),
    transferId: uuid('transfer_id'),
    paidAvailable: whole('paid_available').notNull(),
    paidBonus: whole('paid_bonus').notNull(),
    joinedAt: time('joined_at').notNull().default(now),
    refundedBy: uuid('refunded_by'),
  },
  (table) => [primaryKey({ columns: [table.heistId, table.userId] })],
);

export const heistAnswers = pgTable(
  'heist_answers',
  {
    heistId: integer('heist_id').notNull(),
    userId: uuid('user_id').notNull(),
    seq: integer('seq').notNull(),
    answer: text('answer').notNull(),
    normalized: text('normalized').notNull(),
    answeredAt: time('answered_at').notNull(),
    acceptedBy: uuid('accepted_by'),
  },
  (table) => [primaryKey({ columns: [table.heistId, table.userId] })],
);

export const heistUnlocks = pgTable('heist_unlocks', {
  sessionId: uuid('session_id').primaryKey(),
  unlockedUntil: time('unlocked_until').notNull(),
});

/** The notices before and at the start of a heist (W6). */
export const heistStartNotices = pgTable(
  'heist_start_notices',
  {
    heistId: integer('heist_id').notNull(),
    moment: text('moment').$type<'soon' | 'start'>().notNull(),
    toldUpto: uuid('told_upto'),
    toldAt: time('told_at'),
  },
  (table) => [primaryKey({ columns: [table.heistId, table.moment] })],
);

export const heistOrders = pgTable('heist_orders', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 500_001 }),
  userId: uuid('user_id').notNull(),
  heistId: integer('heist_id').notNull(),
  status: text('status').$type<HeistOrderStatus>().notNull().default('pending'),
  address: text('address'),
  createdAt: time('created_at').notNull().default(now),
  updatedAt: time('updated_at').notNull().default(now),
});

/** Won prizes without an order, and with one once the checkout has set `orderId`. */
export const heistCartItems = pgTable('heist_cart_items', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  heistId: integer('heist_id').notNull(),
  createdAt: time('created_at').notNull().default(now),
  orderId: integer('order_id'),
});
