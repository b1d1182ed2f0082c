import type { AuctionCategory, AuctionStatus } from '@copup/shared/auctions.ts';
import { sql } from 'drizzle-orm';
import { bigint, customType, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const coins = (name: string) => bigint(name, { mode: 'number' });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const auctions = pgTable('auctions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  realm: integer('realm').notNull().default(0),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  category: text('category').$type<AuctionCategory>().notNull(),
  image: text('image'),
  priceKobo: coins('price_kobo').notNull(),
  entryBidPoints: coins('entry_bid_points').notNull(),
  bidIncrement: coins('bid_increment').notNull().default(1),
  reservePoints: coins('reserve_points').notNull().default(0),
  minimumEntries: integer('minimum_entries').notNull().default(0),
  targetUsers: integer('target_users').notNull().default(0),
  rewardBidPoints: coins('reward_bid_points').notNull().default(0),
  status: text('status').$type<AuctionStatus>().notNull().default('pending'),
  statusAt: time('status_at').notNull().default(sql`clock_timestamp()`),
  /** What `cancelling` becomes when the last entry is refunded. */
  finalStatus: text('final_status').$type<'unsold' | 'cancelled'>(),
  startsAt: time('starts_at').notNull(),
  endDate: time('end_date').notNull(),
  hardEnd: time('hard_end').notNull(),
  currentBidAmount: coins('current_bid_amount').notNull().default(0),
  leaderId: uuid('leader_id'),
  leaderUsername: text('leader_username'),
  leaderProfile: text('leader_profile'),
  seq: integer('seq').notNull().default(0),
  chainHead: bytea('chain_head').notNull(),
  chainSecret: bytea('chain_secret').notNull(),
  /** Counted at the close; entries do not touch the auction's row, which belongs to the bids. */
  entriesCount: integer('entries_count').notNull().default(0),
  version: coins('version').notNull().default(1),
  noticedSeq: integer('noticed_seq').notNull().default(0),
  noticedAt: time('noticed_at'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  settledAt: time('settled_at'),
  toldAt: time('told_at'),
  cancelReason: text('cancel_reason'),
});

/** One auction, whole. `chainSecret` never leaves the server. */
export type AuctionRow = typeof auctions.$inferSelect;

export const auctionEntries = pgTable(
  'auction_entries',
  {
    auctionId: integer('auction_id').notNull(),
    userId: uuid('user_id').notNull(),
    transferId: uuid('transfer_id'),
    paidAvailable: coins('paid_available').notNull(),
    paidBonus: coins('paid_bonus').notNull(),
    joinedAt: time('joined_at').notNull().default(sql`clock_timestamp()`),
    refundedBy: uuid('refunded_by'),
  },
  (table) => [primaryKey({ columns: [table.auctionId, table.userId] })],
);
