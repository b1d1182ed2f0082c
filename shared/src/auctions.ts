import { z } from 'zod';
import { KOBO_PER_NAIRA } from './coins.ts';
import { boundedString, digits, lineText, paragraphText } from './text.ts';
import {
  Amount,
  Coins,
  CursorQuery,
  Day,
  IsoTime,
  MAX_REALM,
  Message,
  Moment,
  RealmFilter,
  Uuid,
} from './wire.ts';

const auctionCategories = ['cash', 'product', 'coupon'] as const;
const auctionStatuses = ['pending', 'active', 'completed', 'unsold', 'cancelling', 'cancelled'] as const;
export const AuctionCategory = z.enum(auctionCategories);
export type AuctionCategory = z.infer<typeof AuctionCategory>;
export const AuctionStatus = z.enum(auctionStatuses);
export type AuctionStatus = z.infer<typeof AuctionStatus>;

export const Auction = z.object({
  id: z.int(),
  name: z.string(),
  /** URL of the 640 px picture; empty if the auction has no picture and the client draws one. */
  image: z.string(),
  description: z.string(),
  category: AuctionCategory,
  status: AuctionStatus,
  /** The item's value in naira. */
  price: z.number(),
  entry_bid_points: Coins,
  current_bid_amount: Coins,
  /** The leader's username at the time of the bid. */
  highest_bidder: z.string().nullable(),
  bid_increment: Coins,
  /** A13: the price at which the item can be bought until the first bid; null without an offer. */
  buy_now_points: Coins.nullable(),
  starts_at: IsoTime,
  end_date: IsoTime,
  /** The latest end: late bids never move the end beyond it (A5). */
  hard_end: IsoTime,
  target_users: z.int(),
  reward_bid_points: Coins,
  /** Whether the caller paid the entry fee. */
  joined: z.boolean(),
  /** Whether the auction is on the caller's watchlist (A13). */
  watchlisted: z.boolean(),
  /** The caller's last bid in coins; null before the first. */
  own_bid: Coins.nullable(),
  /** Marked by operators for players without a win (X15). Entry is free. */
  is_starter: z.boolean(),
  /** Number of accepted bids. */
  seq: z.int(),
  version: z.int(),
  server_time: IsoTime,
});
export type Auction = z.infer<typeof Auction>;

export const AuctionsQuery = CursorQuery.extend({ category: AuctionCategory.optional() });

export const RemainingTime = z.object({
  serverTime: IsoTime,
  endTime: IsoTime,
  currentBidder: z.string().nullable(),
  currentBidderProfile: z.string().nullable(),
});
export const HighestBidder = z.object({ username: z.string().nullable() });
export const HighestBid = z.object({ highestBidPoints: Coins });

export const PayEntryReply = Message.extend({
  transfer_id: Uuid.nullable(),
  /** Coins debited from each part of the wallet (L6). */
  paid_available: Coins,
  paid_bonus: Coins,
});
export type PayEntryReply = z.infer<typeof PayEntryReply>;

/** A4: if the price is above this, the bid is refused and no coins move. */
export const BidBody = z.object({ maxBidPoints: Amount.optional() }).nullish();
export type BidBody = z.infer<typeof BidBody>;

/** A7: the receipt of an accepted bid. */
export const BidReceipt = Message.extend({
  id: Uuid,
  auction_id: z.int(),
  seq: z.int(),
  price_before: Coins,
  price: Coins,
  /** The number of the leading bid after this one: another player's maximum may have answered it (A13). */
  current_seq: z.int(),
  currentBidAmount: Coins,
  highestBidder: z.string(),
  currentBidder: z.string(),
  endDate: IsoTime,
  serverTime: IsoTime,
  /** Hex SHA-256 of the chain up to this bid. */
  chain_head: z.string(),
});
export type BidReceipt = z.infer<typeof BidReceipt>;

/** A13: bids for the caller up to this many coins. */
export const MaximumBody = z.object({ maxBidPoints: Amount });

/** A13: the caller's maximum and the auction after a change of it. The values are those of the first reply. */
export const MaximumReply = Message.extend({
  id: Uuid,
  auction_id: z.int(),
  /** Null once it is withdrawn, or when an earlier maximum is higher. */
  maxBidPoints: Coins.nullable(),
  /** The caller's coins held for this auction. */
  held: Coins,
  /** The number of the bid that was made at once; null if none was needed. */
  bid_seq: z.int().nullable(),
  seq: z.int(),
  currentBidAmount: Coins,
  highestBidder: z.string(),
  currentBidder: z.string(),
  endDate: IsoTime,
  serverTime: IsoTime,
  /** Hex SHA-256 of the chain up to bid `seq`. */
  chain_head: z.string(),
});
export type MaximumReply = z.infer<typeof MaximumReply>;

/** Why the server made a bid for a player (A13). */
const BidReason = z.enum(['own_maximum']);

/** A13: the price that the buyer saw. The purchase is refused unless it is the auction's. */
export const BuyNowBody = z.object({ buyNowPoints: Amount });
/** A13: the receipt of a purchase. */
export const PurchaseReceipt = Message.extend({
  id: Uuid,
  auction_id: z.int(),
  price: Coins,
  highestBidder: z.string(),
  serverTime: IsoTime,
  transfer_id: Uuid,
});
export type PurchaseReceipt = z.infer<typeof PurchaseReceipt>;

/** One accepted bid, as published for verification (docs: bid chain). */
export const PublishedBid = z.object({
  seq: z.int(),
  username: z.string(),
  price_before: Coins,
  price: Coins,
  at: IsoTime,
  /** Hex HMAC-SHA-256 of the bidder's id under the auction's secret. */
  bidder: z.string(),
  /** Why the server made this bid for the player; null for a bid that the player made (A13). */
  reason: BidReason.nullable(),
  hash: z.string(),
});
export type PublishedBid = z.infer<typeof PublishedBid>;
export const BidsQuery = z.object({
  after: digits(999_999_999).default(0),
  limit: digits(1000, 1).default(200),
});
export const BidsReply = z.object({
  auction_id: z.int(),
  /** Hex: the hash before bid 1. */
  genesis: z.string(),
  /** Hex: the hash after bid `seq`. */
  chain_head: z.string(),
  seq: z.int(),
  bids: z.array(PublishedBid),
  /** A13: the purchase that ended an auction without a bid. The chain stays empty: its head is the genesis. */
  purchase: z.object({ username: z.string(), price: Coins, at: IsoTime }).nullable(),
});
export type BidsReply = z.infer<typeof BidsReply>;

/** A7: one root per day: SHA-256 over the day's chain heads, ordered by auction id. */
export const ChainRoot = z.object({
  day: z.iso.date(),
  root: z.string(),
  heads: z.array(z.object({ auction_id: z.int(), seq: z.int(), chain_head: z.string() })),
  /** Continues as `after`; null on the last page. */
  next: z.int().nullable(),
});
export const ChainRootParams = z.object({ day: Day });
export const ChainRootQuery = z.object({
  after: digits(2_147_483_647).default(0),
  limit: digits(10_000, 1).default(10_000),
});

export const JoinedAuction = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string(),
  status: AuctionStatus,
  category: AuctionCategory,
  end_date: IsoTime,
  starts_at: IsoTime,
  hard_end: IsoTime,
  /** The item's value in naira. */
  price: z.number(),
  current_bid_amount: Coins,
  highest_bidder: z.string().nullable(),
  bid_increment: Coins,
  seq: z.int(),
  /** The caller's last bid in coins; null before the first. */
  own_bid: Coins.nullable(),
  /** Whether the caller leads, or has won. */
  is_leader: z.boolean(),
  /** Whether the caller has won it and not checked it out yet. */
  in_cart: z.boolean(),
  /** Since when it has its status. */
  status_at: IsoTime,
});
export type JoinedAuction = z.infer<typeof JoinedAuction>;

/** The answer to a change of the watchlist. */
export const WatchReply = z.object({ watchlisted: z.boolean() });
export type WatchReply = z.infer<typeof WatchReply>;
/** An auction on the caller's watchlist. */
const WatchedAuction = Auction.extend({ added_at: IsoTime });
/** Newest additions first. */
export const WatchlistReply = z.object({ items: z.array(WatchedAuction), next: z.string().nullable() });
export type WatchlistReply = z.infer<typeof WatchlistReply>;

// Operators

const isWholeKobo = (naira: number): boolean => Math.round(naira * KOBO_PER_NAIRA) / KOBO_PER_NAIRA === naira;

const auctionFields = z.object({
  name: lineText(120).min(1),
  description: paragraphText(4000),
  category: AuctionCategory,
  /** Naira. */
  price: z.number().min(0).max(1e12).refine(isWholeKobo, 'Enter naira with at most two decimals.'),
  entry_bid_points: z.int().min(0).max(1_000_000_000),
  bid_increment: Amount.optional(),
  reserve_points: z.int().min(0).max(1_000_000_000),
  /** Above the reserve and the first bid; null or omitted without an offer. */
  buy_now_points: Amount.nullable(),
  minimum_entries: z.int().min(0).max(1_000_000),
  target_users: z.int().min(0).max(1_000_000),
  reward_bid_points: z.int().min(0).max(1_000_000_000),
  /** Marks it for players without a win (X15). Needs an entry fee of 0. */
  is_starter: z.boolean(),
  starts_at: Moment.optional(),
  end_date: Moment,
  /** Seconds that late bids may move the end beyond end_date. Default: the setting. */
  overtime_s: z.int().min(0).max(86_400).optional(),
});
export const NewAuctionBody = auctionFields.extend({
  description: auctionFields.shape.description.default(''),
  reserve_points: auctionFields.shape.reserve_points.default(0),
  buy_now_points: auctionFields.shape.buy_now_points.default(null),
  minimum_entries: auctionFields.shape.minimum_entries.default(0),
  target_users: auctionFields.shape.target_users.default(0),
  reward_bid_points: auctionFields.shape.reward_bid_points.default(0),
  is_starter: auctionFields.shape.is_starter.default(false),
  /** The realm of a load test; 0 is the realm of real players. */
  realm: z.int().min(0).max(MAX_REALM).default(0),
});
export type NewAuctionBody = z.input<typeof NewAuctionBody>;
/**
 * While the auction is pending every field may change; once it is active only name, description and picture. Built from
 * the fields without defaults: a default would overwrite a field that the edit omits.
 */
export const EditAuctionBody = auctionFields.partial();
export type EditAuctionBody = z.input<typeof EditAuctionBody>;

export const AdminAuction = Auction.omit({
  joined: true,
  watchlisted: true,
  own_bid: true,
  server_time: true,
}).extend({
  realm: z.int(),
  reserve_points: Coins,
  minimum_entries: z.int(),
  entries_count: z.int(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
  cancel_reason: z.string().nullable(),
  /** The leader's own maximum, once the auction is over; always null before (A13). */
  leader_maximum: Coins.nullable(),
});
export type AdminAuction = z.infer<typeof AdminAuction>;
export const AdminAuctionsQuery = z.object({
  status: AuctionStatus.optional(),
  category: AuctionCategory.optional(),
  realm: RealmFilter,
  q: boundedString(120).optional(),
});

/** State of auction:{id} and auction:{id}@card (A9). Keys are short because a frame must stay below 260 bytes. */
export const AuctionState = z.object({
  status: AuctionStatus,
  /** Highest bid in coins, 0 before the first. */
  price: z.int(),
  leader: z.string().nullable(),
  /** Present only if the leader has uploaded a picture. */
  profile: z.string().optional(),
  endDate: z.int(),
  hardEnd: z.int(),
  /** Number of accepted bids. */
  seq: z.int(),
});
export type AuctionState = z.infer<typeof AuctionState>;

/** One of the recent bids, which are sent once, with the join. */
export const RecentBid = z.object({ seq: z.int(), price: z.int(), username: z.string(), at: z.int() });
export type RecentBid = z.infer<typeof RecentBid>;

/** A15: an auction as a visitor sees it. All names in it are masked. */
export const VisitedAuction = Auction.extend({
  /** Newest first. */
  recent: z.array(RecentBid),
  /** Opens the auction's room `auction:{id}@public` for a visitor, as the token of the socket, for 15 minutes. */
  room_token: z.string(),
});
export type VisitedAuction = z.infer<typeof VisitedAuction>;

const LandingAuction = Auction.pick({
  id: true,
  name: true,
  image: true,
  category: true,
  price: true,
  current_bid_amount: true,
  starts_at: true,
  end_date: true,
});
export type LandingAuction = z.infer<typeof LandingAuction>;
/** A15: what the landing page shows, at most 5 s old. All names are masked. */
export const Landing = z.object({
  server_time: IsoTime,
  /** The live auction of the headline, with its last two bids. */
  live: LandingAuction.extend({ bids: z.array(RecentBid), watchers: z.int() }).nullable(),
  /** Live auctions that end next. */
  others: z.array(LandingAuction),
  /** Number of live auctions. */
  count: z.int(),
  /** Whether auctions for players without a win are open (X15). */
  has_starters: z.boolean(),
  next: z.object({ name: z.string(), starts_at: IsoTime }).nullable(),
  support_email: z.string().nullable(),
  /** The last auctions that were won. */
  wins: z.array(z.object({ id: z.int(), name: z.string(), username: z.string(), price: Coins })),
});
export type Landing = z.infer<typeof Landing>;

/**
 * State of room auctions: the last status changes, newest first, at most 20. A client that knows none of them reloads the
 * list.
 */
export const AuctionsState = z.object({
  changes: z.array(z.object({ id: z.int(), status: AuctionStatus, at: z.int() })),
});
export type AuctionsState = z.infer<typeof AuctionsState>;
