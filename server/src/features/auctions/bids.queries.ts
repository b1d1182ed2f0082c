import type { BidReason } from '@copup/shared/bid-chain.ts';
import type { Database } from '../../db/database.ts';
import type { ClockReading, Transaction } from '../../db/in-transaction.ts';
import { invariant } from '../../errors.ts';
import { besideHolds, type WriteBesideHolds } from '../../ledger/holds.ts';
import { rememberWallets, type Wallet } from '../../ledger/wallets.ts';
import { auctionKind } from './auctions.subject.ts';
import type { AuctionRow } from './auctions.tables.ts';
import type { LaneCommand } from './decide-bids.ts';

/** An accepted bid; its row is never deleted. */
export interface BidRow {
  auctionId: number;
  seq: number;
  /** UUIDv7 of the receipt. */
  id: string;
  userId: string;
  username: string;
  priceBefore: number;
  price: number;
  at: Date;
  endDateAfter: Date;
  hash: Buffer;
  key: string | null;
  maxBidPoints: number | null;
  /** Why the server made it; null for a bid of the player (A13). */
  reason: BidReason | null;
}

const columns = `b.auction_id AS "auctionId", b.seq, b.id, b.user_id AS "userId", b.username, b.price_before AS "priceBefore",
  b.price, b.at, b.end_date_after AS "endDateAfter", b.hash, b.key, b.max_bid_points AS "maxBidPoints", b.reason`;

/** The minimum interval between an auction's outbid notices (W6). */
export const OUTBID_QUIET = "interval '5 seconds'";

/** Lists accepted bids after `afterSeq`, oldest first. */
export async function listBids(
  db: Database,
  auctionId: number,
  afterSeq: number,
  limit: number,
): Promise<BidRow[]> {
  const { rows } = await db.pool.query<BidRow>({
    name: 'bids-list',
    text: `SELECT ${columns} FROM bids b WHERE b.auction_id = $1 AND b.seq > $2 ORDER BY b.seq LIMIT $3`,
    values: [auctionId, afterSeq, limit],
  });
  return rows;
}

/** Lists the bids with these numbers, unordered. */
export async function listBidsOfSeqs(
  source: Database | Transaction,
  auctionId: number,
  seqs: readonly number[],
): Promise<BidRow[]> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<BidRow>({
    name: 'bids-of-seqs',
    text: `SELECT ${columns} FROM bids b WHERE b.auction_id = $1 AND b.seq = ANY($2::int[])`,
    values: [auctionId, seqs],
  });
  return rows;
}

/** What is read of the bidder of a command. */
export interface BidderFacts {
  /** Null without a wallet. */
  available: number | null;
  /** Whether the bidder has set a limit or taken a break (G1, G2). */
  isRestricted: boolean | null;
  /** Null if not. */
  hasJoined: true | null;
  /** The bid that this key already made. */
  earlierSeq: number | null;
}

/** An auction whose row is locked, with the facts that decide a batch. */
export interface OpenedAuction {
  /** Undefined if there is none. */
  auction: AuctionRow | undefined;
  /** The database's clock, read once the locks were held (P7). */
  now: Date;
  /** When the auction's last bid was accepted; null before the first. */
  lastBidAt: Date | null;
  /** One for each command. */
  facts: readonly BidderFacts[];
  /** Users whose wallets were locked before the facts were read. */
  locked: readonly string[];
}

type OpenedRow = ClockReading & Pick<OpenedAuction, 'lastBidAt' | 'facts'> & { locked: WalletLock[] | null };
type WalletLock = Pick<Wallet, 'userId' | 'owes'>;

/**
 * Locks the auction, then reads the clock, and the facts for a batch of commands: balances without a lock, entries, and
 * the bids that their keys already made. Under the auction's lock no bid and no key can be added meanwhile. With
 * `locksWallets` it first locks, in the order of ids (L5), the wallets that a batch of few bids may change: those of
 * bidders who have joined, and of the current leader.
 */
export async function openAuction(
  tx: Transaction,
  auctionId: number,
  commands: readonly LaneCommand[],
  locksWallets: boolean,
): Promise<OpenedAuction> {
  const { rows } = await tx.client.query<OpenedRow & AuctionRow>({
    name: 'bids-open',
    text: `SELECT o.locked, o.now, o.xid, o.last_bid_at AS "lastBidAt", o.facts, ${auctionKind.columns}
      FROM open_bids($1, $2, $3, $4) AS o CROSS JOIN LATERAL (SELECT (o.auction).*) AS s`,
    values: [
      auctionId,
      commands.map(({ viewer }) => viewer.userId),
      // The key of a change of a maximum is of another call.
      commands.map(({ kind, key }) => (kind === 'maximum' ? null : (key ?? null))),
      locksWallets,
    ],
  });
  invariant(rows[0], 'an auction was opened without a row');
  const { locked: wallets, now, xid, lastBidAt, facts, ...auction } = rows[0];
  const locked = wallets ?? [];
  rememberWallets(tx, locked);
  for (const { available } of facts) invariant(Number.isSafeInteger(available ?? 0), 'a balance beyond 2^53');
  return {
    auction: auction.id === null ? undefined : auction,
    now: tx.clockFrom({ now, xid }),
    lastBidAt,
    facts,
    locked: locked.map(({ userId }) => userId),
  };
}

/** The new values of the auction's row after a batch. */
export interface BidsWritten {
  leaderId: string;
  leaderUsername: string;
  leaderProfile: string | null;
  leaderMax: number | null;
  endDate: Date;
  chainHead: Buffer;
}

/** `$1` stands for the first parameter after `before` others. */
const numbered = (sql: string) => (before: number) =>
  sql.replace(/\$(\d+)/g, (_, nth) => `$${before + Number(nth)}`);

const writeBids = besideHolds(
  'bids-write',
  numbered(`placed AS (
      INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash, key, max_bid_points,
        reason)
      SELECT $1, seq, id, user_id, username, price_before, price, $2, $3, hash, key, max_bid_points, reason
      FROM unnest($4::int[], $5::uuid[], $6::uuid[], $7::text[], $8::bigint[], $9::bigint[], $10::bytea[], $11::text[], $12::bigint[],
          $19::text[])
        AS placed (seq, id, user_id, username, price_before, price, hash, key, max_bid_points, reason))
    UPDATE auctions SET current_bid_amount = $13, leader_id = $14, leader_username = $15, leader_profile = $16, seq = $17,
      leader_max = $20, chain_head = $18, end_date = $3, version = version + 1,
      outbid_due_at = coalesce(outbid_due_at, greatest($2, noticed_at + ${OUTBID_QUIET}))
    WHERE id = $1`),
);

/**
 * Returns the write of accepted bids and the auction's new values. The auction's row must be locked; its version rises
 * by one. The bids belong to one decision: numbers and prices are consecutive, and all share the decision's time and the
 * end after it.
 */
export function bidsToWrite(bids: readonly [BidRow, ...BidRow[]], auction: BidsWritten): WriteBesideHolds {
  const first = bids[0];
  const last = bids.at(-1) ?? first;
  return {
    ...writeBids,
    values: [
      first.auctionId,
      first.at,
      auction.endDate,
      bids.map(({ seq }) => seq),
      bids.map(({ id }) => id),
      bids.map(({ userId }) => userId),
      bids.map(({ username }) => username),
      bids.map(({ priceBefore }) => priceBefore),
      bids.map(({ price }) => price),
      bids.map(({ hash }) => hash),
      bids.map(({ key }) => key),
      bids.map(({ maxBidPoints }) => maxBidPoints),
      last.price,
      auction.leaderId,
      auction.leaderUsername,
      auction.leaderProfile,
      last.seq,
      auction.chainHead,
      bids.map(({ reason }) => reason),
      auction.leaderMax,
    ],
  };
}
