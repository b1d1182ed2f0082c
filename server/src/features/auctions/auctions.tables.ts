import type { AuctionCategory, AuctionStatus } from '@copup/shared/auctions.ts';
import type { BidReason } from '@copup/shared/bid-chain.ts';
import { bytea, time, whole } from '../../db/columns.ts';
import {
  boolean,
  date,
  getTableColumns,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  uuid,
} from '../../db/drizzle.ts';

export const auctions = pgTable('auctions', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity({ startWith: 1001 }),
  realm: integer('realm').notNull().default(0),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  category: text('category').$type<AuctionCategory>().notNull(),
  image: text('image'),
  priceKobo: whole('price_kobo').notNull(),
  entryBidPoints: whole('entry_bid_points').notNull(),
  bidIncrement: whole('bid_increment').notNull().default(1),
  reservePoints: whole('reserve_points').notNull().default(0),
  /** A13: the price at which the item can be bought until the first bid; null without an offer. */
  buyNowPoints: whole('buy_now_points'),
  minimumEntries: integer('minimum_entries').notNull().default(0),
  targetUsers: integer('target_users').notNull().default(0),
  rewardBidPoints: whole('reward_bid_points').notNull().default(0),
  isStarter: boolean('is_starter').notNull().default(false),
  status: text('status').$type<AuctionStatus>().notNull().default('pending'),
  statusAt: time('status_at').notNull().default(sql`clock_timestamp()`),
  /** The status that follows `cancelling` once the last entry is refunded. */
  finalStatus: text('final_status').$type<'unsold' | 'cancelled'>(),
  startsAt: time('starts_at').notNull(),
  endDate: time('end_date').notNull(),
  hardEnd: time('hard_end').notNull(),
  currentBidAmount: whole('current_bid_amount').notNull().default(0),
  leaderId: uuid('leader_id'),
  leaderUsername: text('leader_username'),
  leaderProfile: text('leader_profile'),
  /** The leader's own maximum (A13). Must not leave the server before the end. */
  leaderMax: whole('leader_max'),
  seq: integer('seq').notNull().default(0),
  /** When the item was bought (A13): the leader is the buyer, without a bid. */
  boughtAt: time('bought_at'),
  chainHead: bytea('chain_head').notNull(),
  chainSecret: bytea('chain_secret').notNull(),
  /** Counted at the close; entries do not lock the auction's row, which bids do. */
  entriesCount: integer('entries_count').notNull().default(0),
  version: whole('version').notNull().default(1),
  noticedSeq: integer('noticed_seq').notNull().default(0),
  noticedAt: time('noticed_at'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  settledAt: time('settled_at'),
  toldAt: time('told_at'),
  /** Entrants up to this user have been notified of the settled auction. */
  toldUpto: uuid('told_upto'),
  /** W6: when the next outbid notices are due. */
  outbidDueAt: time('outbid_due_at'),
  cancelReason: text('cancel_reason'),
});

const { toldUpto, outbidDueAt, ...columns } = getTableColumns(auctions);
/**
 * The columns read of an auction: all but the positions of notices, which only the statements that write notices use.
 */
export const auctionColumns = columns;
/** A whole auction. `chainSecret` must never leave the server. */
export type AuctionRow = Omit<typeof auctions.$inferSelect, 'toldUpto' | 'outbidDueAt'>;

/** The index of names for the operators' search. Written by triggers on `auctions`. */
export const auctionNames = pgTable('auction_names', {
  auctionId: integer('auction_id').primaryKey(),
  name: text('name').notNull(),
});

/** Every accepted bid. Append-only. */
export const bids = pgTable(
  'bids',
  {
    auctionId: integer('auction_id').notNull(),
    seq: integer('seq').notNull(),
    /** The receipt's id. */
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    username: text('username').notNull(),
    priceBefore: whole('price_before').notNull(),
    price: whole('price').notNull(),
    at: time('at').notNull(),
    endDateAfter: time('end_date_after').notNull(),
    hash: bytea('hash').notNull(),
    /** The request's key, so that the first reply can be returned again (P6). */
    key: text('key'),
    maxBidPoints: whole('max_bid_points'),
    /** Why the server made it; null for a bid of the player (A13). */
    reason: text('reason').$type<BidReason>(),
  },
  (table) => [primaryKey({ columns: [table.auctionId, table.seq] })],
);

/** Every own maximum that was set and every withdrawal (A13). A row only ends, once. */
export const auctionMaximums = pgTable('auction_maximums', {
  /** The id of the reply. */
  id: uuid('id').primaryKey(),
  auctionId: integer('auction_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Null withdraws. */
  maximum: whole('maximum'),
  /** It makes the automatic bids of its user after this one. */
  afterSeq: integer('after_seq').notNull(),
  /** Up to this one; null while it is live. */
  untilSeq: integer('until_seq'),
  ended: text('ended').$type<'changed' | 'withdrawn' | 'passed' | 'closed'>(),
  at: time('at').notNull(),
  /** The request's key and the values of its reply (P6). */
  key: text('key'),
  bidSeq: integer('bid_seq'),
  seqAfter: integer('seq_after').notNull(),
  priceAfter: whole('price_after').notNull(),
  heldAfter: whole('held_after').notNull(),
  endDateAfter: time('end_date_after').notNull(),
  hashAfter: bytea('hash_after').notNull(),
});

/** The receipt of the purchase of an auction's item (A13). Append-only. */
export const auctionPurchases = pgTable('auction_purchases', {
  auctionId: integer('auction_id').primaryKey(),
  id: uuid('id').notNull(),
  userId: uuid('user_id').notNull(),
  username: text('username').notNull(),
  price: whole('price').notNull(),
  at: time('at').notNull(),
  transferId: uuid('transfer_id').notNull(),
  /** The request's key, so that the first reply can be returned again (P6). */
  key: text('key'),
});

/** Auctions that players want to be reminded of before they end (A13). */
export const auctionWatches = pgTable(
  'auction_watches',
  {
    userId: uuid('user_id').notNull(),
    auctionId: integer('auction_id').notNull(),
    addedAt: time('added_at').notNull().default(sql`clock_timestamp()`),
    /** When the one notice was written or skipped. */
    noticedAt: time('noticed_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.auctionId] })],
);

/** The audit has checked the bids of an auction up to this seq. */
export const auditBids = pgTable('audit_bids', {
  auctionId: integer('auction_id').primaryKey(),
  seq: integer('seq').notNull(),
});

/** One root for the chain heads of the auctions settled on one day (UTC). Append-only (A7). */
export const chainRoots = pgTable('chain_roots', {
  day: date('day').primaryKey(),
  root: bytea('root').notNull(),
  publishedAt: time('published_at').notNull().default(sql`clock_timestamp()`),
});

export const chainRootHeads = pgTable(
  'chain_root_heads',
  {
    day: date('day').notNull(),
    auctionId: integer('auction_id').notNull(),
    seq: integer('seq').notNull(),
    chainHead: bytea('chain_head').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.auctionId] })],
);

export const auctionEntries = pgTable(
  'auction_entries',
  {
    auctionId: integer('auction_id').notNull(),
    userId: uuid('user_id').notNull(),
    transferId: uuid('transfer_id'),
    paidAvailable: whole('paid_available').notNull(),
    paidBonus: whole('paid_bonus').notNull(),
    joinedAt: time('joined_at').notNull().default(sql`clock_timestamp()`),
    refundedBy: uuid('refunded_by'),
  },
  (table) => [primaryKey({ columns: [table.auctionId, table.userId] })],
);
