import type { AuctionState } from '@copup/shared/auctions.ts';
import type { PoolClient } from 'pg';
import { type ContestFacts, contestStatements } from './contest-facts.ts';
import { type HeistFacts, heistStatements } from './heist-facts.ts';
import { inRealm, ms, namesSubject, wonNoticesSql } from './pot-facts.ts';
import { type WalletFacts, walletStatements } from './wallet-facts.ts';

export interface AccountFact {
  /** The ledger's account kind, such as 'available'. */
  account: string;
  /** Null for platform accounts. */
  id: string | null;
  unit: string;
  realm: number;
  amount: number;
}

export interface WalletFact {
  userId: string;
  realm: number;
  available: number;
  held: number;
  bonus: number;
  task: number;
  version: number;
  openHolds: number;
  unread: number | null;
  inboxVersion: number | null;
}

export interface AuctionFact {
  id: number;
  realm: number;
  status: AuctionState['status'];
  entryFee: number;
  reserve: number;
  minimumEntries: number;
  startsAtMs: number;
  endDateMs: number;
  hardEndMs: number;
  price: number;
  leaderId: string | null;
  leaderUsername: string | null;
  leaderProfile: string | null;
  /** The leader's own maximum (A13). */
  leaderMax: number | null;
  seq: number;
  chainHead: Buffer;
  chainSecret: Buffer;
  entriesCount: number;
  version: number;
  settledAtMs: number | null;
  /** When the item was bought without a bid (A13). */
  boughtAtMs: number | null;
}

export interface BidFact {
  auctionId: number;
  seq: number;
  id: string;
  userId: string;
  username: string;
  priceBefore: number;
  price: number;
  atMs: number;
  endDateAfterMs: number;
  hash: Buffer;
  key: string | null;
  maxBidPoints: number | null;
  /** Why the server made it; null for a bid of the player (A13). */
  reason: 'own_maximum' | null;
}

export interface EntryFact {
  auctionId: number;
  userId: string;
  paidAvailable: number;
  paidBonus: number;
  isRefunded: boolean;
  /** Amounts of the fee's and the refund's postings, by part of the wallet. */
  feeAvailable: number;
  feeBonus: number;
  feeElsewhere: number;
  refundAvailable: number;
  refundBonus: number;
  refundElsewhere: number;
}

export interface HoldFact {
  auctionId: number;
  userId: string;
  amount: number;
  outcome: 'released' | 'captured' | null;
}

/** Sum of the postings of one kind of transfer for one auction and user. */
export interface AuctionFlow {
  auctionId: number;
  kind: string;
  userId: string | null;
  amount: number;
  postings: number;
}

/** What one statement reads each. */
interface Lists extends ContestFacts, HeistFacts, WalletFacts {
  /** The net sum of the postings of each account. */
  posted: AccountFact[];
  wallets: WalletFact[];
  funds: AccountFact[];
  auctions: AuctionFact[];
  bids: BidFact[];
  entries: EntryFact[];
  holds: HoldFact[];
  flows: AuctionFlow[];
  cartItems: { auctionId: number; userId: string }[];
  wonNotices: { auctionId: number; userId: string }[];
}

/** The data that the invariants are checked with, from one snapshot of the database. */
export interface Facts extends Lists {
  nowMs: number;
  epoch: number;
  /** Sentences about rows that a foreign key would have refused. */
  strays: string[];
  listRooms: { room: string; version: number }[];
}

const ofAuctions = `auction_id IN (SELECT id FROM auctions ${inRealm})`;
const auctionSubjects = namesSubject('auction', 'auctions');

const statements = {
  posted: `
    SELECT account, id, unit, realm, sum(amount)::bigint AS amount
    FROM (SELECT destination AS account, destination_id AS id, unit, realm, amount FROM postings ${inRealm}
          UNION ALL SELECT source, source_id, unit, realm, -amount FROM postings ${inRealm}) AS moved
    GROUP BY account, id, unit, realm`,
  wallets: `
    SELECT w.user_id AS "userId", w.realm, available, held, bonus, task, w.version,
      coalesce((SELECT sum(amount) FROM holds h WHERE h.user_id = w.user_id AND h.outcome IS NULL), 0)::bigint AS "openHolds",
      i.unread, i.version AS "inboxVersion"
    FROM wallets w LEFT JOIN inboxes i ON i.user_id = w.user_id WHERE $1::int IS NULL OR w.realm = $1`,
  funds: `SELECT kind AS account, id, unit, realm, balance AS amount FROM funds ${inRealm}`,
  auctions: `
    SELECT id, realm, status, entry_bid_points AS "entryFee", reserve_points AS reserve, minimum_entries AS "minimumEntries",
      ${ms('starts_at')} AS "startsAtMs", ${ms('end_date')} AS "endDateMs", ${ms('hard_end')} AS "hardEndMs",
      current_bid_amount AS price, leader_id AS "leaderId", leader_username AS "leaderUsername", leader_profile AS "leaderProfile",
      leader_max AS "leaderMax", seq, chain_head AS "chainHead", chain_secret AS "chainSecret", entries_count AS "entriesCount", version,
      ${ms('settled_at')} AS "settledAtMs", ${ms('bought_at')} AS "boughtAtMs"
    FROM auctions ${inRealm} ORDER BY id`,
  bids: `
    SELECT auction_id AS "auctionId", seq, id, user_id AS "userId", username, price_before AS "priceBefore", price,
      ${ms('at')} AS "atMs", ${ms('end_date_after')} AS "endDateAfterMs", hash, key, max_bid_points AS "maxBidPoints", reason
    FROM bids WHERE ${ofAuctions} ORDER BY auction_id, seq`,
  entries: `
    SELECT auction_id AS "auctionId", user_id AS "userId", paid_available AS "paidAvailable", paid_bonus AS "paidBonus",
      refunded_by IS NOT NULL AS "isRefunded", fee.available AS "feeAvailable", fee.bonus AS "feeBonus", fee.elsewhere AS "feeElsewhere",
      refund.available AS "refundAvailable", refund.bonus AS "refundBonus", refund.elsewhere AS "refundElsewhere"
    FROM auction_entries e
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE source = 'available' AND source_id = e.user_id), 0)::bigint AS available,
        coalesce(sum(amount) FILTER (WHERE source = 'bonus' AND source_id = e.user_id), 0)::bigint AS bonus,
        coalesce(sum(amount) FILTER (WHERE source_id IS DISTINCT FROM e.user_id OR destination <> 'revenue'), 0)::bigint AS elsewhere
      FROM postings WHERE transfer_id = e.transfer_id) AS fee
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE destination = 'available' AND destination_id = e.user_id), 0)::bigint AS available,
        coalesce(sum(amount) FILTER (WHERE destination = 'bonus' AND destination_id = e.user_id), 0)::bigint AS bonus,
        coalesce(sum(amount) FILTER (WHERE destination_id IS DISTINCT FROM e.user_id OR source <> 'revenue'), 0)::bigint AS elsewhere
      FROM postings WHERE transfer_id = e.refunded_by) AS refund
    WHERE ${ofAuctions}`,
  holds: `
    SELECT subject_id::int AS "auctionId", user_id AS "userId", amount, outcome FROM holds WHERE ${auctionSubjects}`,
  flows: `
    SELECT t.subject_id::int AS "auctionId", t.kind, coalesce(p.source_id, p.destination_id) AS "userId",
      sum(p.amount)::bigint AS amount, count(*)::int AS postings
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE t.kind IN ('bid_hold', 'bid_release', 'bid_capture', 'buy_now') AND t.${auctionSubjects}
    GROUP BY 1, 2, 3`,
  cartItems: `SELECT auction_id AS "auctionId", user_id AS "userId" FROM cart_items WHERE ${ofAuctions}`,
  wonNotices: wonNoticesSql('auction', 'auctions'),
  ...contestStatements,
  ...heistStatements,
  ...walletStatements,
} satisfies { [List in keyof Lists]: string };

// The hot tables have no foreign keys, so these statements check the references.
const strayStatements = [
  `SELECT format('posting %s/%s belongs to no transfer', p.transfer_id, p.no) AS stray FROM postings p LEFT JOIN transfers t ON t.id = p.transfer_id
   WHERE t.id IS NULL AND ($1::int IS NULL OR p.realm = $1) LIMIT 20`,
  `SELECT format('posting %s/%s is of realm %s, its transfer of realm %s', p.transfer_id, p.no, p.realm, t.realm) AS stray
   FROM postings p JOIN transfers t ON t.id = p.transfer_id WHERE p.realm <> t.realm AND ($1::int IS NULL OR p.realm = $1) LIMIT 20`,
  `SELECT format('transfer %s (%s) moves nothing', t.id, t.kind) AS stray FROM transfers t
   WHERE NOT EXISTS (SELECT FROM postings p WHERE p.transfer_id = t.id) AND ($1::int IS NULL OR t.realm = $1) LIMIT 20`,
  `SELECT format('bid %s of auction %s has no user', b.seq, b.auction_id) AS stray FROM bids b LEFT JOIN users u ON u.id = b.user_id
   WHERE u.id IS NULL AND b.${ofAuctions} LIMIT 20`,
];

/** Reads the facts in one read-only snapshot. The caller's client must not be in a transaction. */
export async function readFacts(client: PoolClient, realm?: number): Promise<Facts> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    return await readAll(client, realm ?? null);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Reads the facts within the caller's transaction. */
export async function readAll(client: PoolClient, realm: number | null): Promise<Facts> {
  const rowsOf = async <Row>(text: string): Promise<Row[]> =>
    (await client.query(text, [realm])).rows as Row[];
  const clock = await client.query<{ now: number; epoch: number | null }>(
    `SELECT ${ms('clock_timestamp()')} AS now, (SELECT max(epoch) FROM database_epochs) AS epoch`,
  );
  const strays: string[] = [];
  for (const text of strayStatements) {
    for (const { stray } of await rowsOf<{ stray: string }>(text)) strays.push(stray);
  }
  const lists: Record<string, unknown[]> = {};
  for (const [list, text] of Object.entries(statements)) lists[list] = await rowsOf(text);
  return {
    nowMs: clock.rows[0]?.now ?? 0,
    epoch: clock.rows[0]?.epoch ?? 0,
    strays,
    ...(lists as unknown as Lists),
    listRooms: (await client.query('SELECT room, version FROM list_rooms')).rows,
  };
}
