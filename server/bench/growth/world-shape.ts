/**
 * The world that the growth measurements load. Each user takes part in two auctions, in turn with the other
 * participants, so that every row of the ledger follows from the numbers of a user and an auction.
 */
export interface WorldShape {
  /** A multiple of `participants`. */
  users: number;
  participants: number;
  /** Bids of each participant in an auction. */
  rounds: number;
}

export const START_COINS = 1_000_000;
export const ENTRY_COINS = 10;
export const BID_INCREMENT = 10;
/** One in this many auctions of the second half is still live. */
const LIVE_EVERY = 5;
/** Number of pending auctions: enough to fill the players' list at every size. */
const PENDING = 200;
const FIRST_AUCTION_ID = 1_001;
const FIRST_ORDER_ID = 100_001;

/** The same world in SQL: fragments over the numbers of a user (`u`), an auction (`a`), and a bid (`s`, from 1). */
export interface WorldSql {
  users: number;
  participants: number;
  /** Number of auctions with bids; `a` runs from 0. Pending ones follow. */
  auctions: number;
  pending: number;
  bidsOfAuction: number;
  closingPrice: number;
  /** A live auction, its leader, and the user in second place. */
  live: { auctionId: number; leader: number; other: number };
  /** A settled auction with its order. */
  settled: { auctionId: number; orderId: number };
  isLive: string;
  auctionId: string;
  orderId: string;
  winner: string;
  /** FROM item with the columns a, s, k, r, u and price for the bids of the auctions `from` to `to` (exclusive). */
  bids(from: number, to: number): string;
  /** FROM item with the columns u, pass and a: every entry. */
  entries: string;
  /** Sequence numbers of an account's postings, from 1. */
  seq: { grant: string; entry: string; hold: string; close: string };
  /** Available coins after the entry to an auction, while nothing is held. */
  base: string;
  /** The last sequence number and the balances of user `u`. */
  wallet: { version: string; available: string; held: string };
}

export function worldSql({ users, participants, rounds }: WorldShape): WorldSql {
  if (users % participants !== 0) throw new Error(`${users} users are not a multiple of ${participants}`);
  const half = users / participants;
  const bidsOfAuction = participants * rounds;
  const closingPrice = bidsOfAuction * BID_INCREMENT;
  const lastPlace = participants - 1;
  const isLive = `(a >= ${half} AND (a - ${half}) % ${LIVE_EVERY} = 0)`;
  const bidder = `CASE WHEN a < ${half} THEN a * ${participants} + k ELSE k * ${half} + a - ${half} END`;
  const wonFirst = `(u % ${participants} = ${lastPlace})::int * ${closingPrice}`;
  const isLastOfSecond = `u / ${half} = ${lastPlace}`;
  const leadsLive = `(${isLastOfSecond} AND u % ${half} % ${LIVE_EVERY} = 0)`;
  const spent = `${2 * ENTRY_COINS} + ${wonFirst} + (${isLastOfSecond})::int * ${closingPrice}`;
  return {
    users,
    participants,
    auctions: 2 * half,
    pending: PENDING + Math.ceil(users / 100),
    bidsOfAuction,
    closingPrice,
    live: { auctionId: FIRST_AUCTION_ID + half, leader: lastPlace * half, other: 0 },
    settled: { auctionId: FIRST_AUCTION_ID, orderId: FIRST_ORDER_ID },
    isLive,
    auctionId: `${FIRST_AUCTION_ID} + a`,
    orderId: `${FIRST_ORDER_ID} + a`,
    winner: `(SELECT ${bidder} FROM (SELECT ${lastPlace} AS k) AS last)`,
    bids: (from, to) => `generate_series(${from}, ${to - 1}) AS a, generate_series(1, ${bidsOfAuction}) AS s,
      LATERAL (SELECT (s - 1) % ${participants} AS k, (s - 1) / ${participants} + 1 AS r, s * ${BID_INCREMENT} AS price) AS turn,
      LATERAL (SELECT ${bidder} AS u, (a >= ${half})::int AS pass) AS who`,
    entries: `(SELECT u, pass, CASE pass WHEN 0 THEN u / ${participants} ELSE ${half} + u % ${half} END AS a
      FROM generate_series(0, ${users - 1}) AS u, generate_series(0, 1) AS pass) AS entry`,
    seq: {
      grant: '1',
      entry: `2 + pass * ${2 * rounds + 1}`,
      hold: `1 + 2 * r + pass * ${2 * rounds + 1}`,
      close: `2 + 2 * r + pass * ${2 * rounds + 1}`,
    },
    base: `${START_COINS - ENTRY_COINS} - pass * (${ENTRY_COINS} + ${wonFirst})`,
    wallet: {
      version: `${4 * rounds + 3} - ${leadsLive}::int`,
      available: `${START_COINS} - (${spent})`,
      held: `${leadsLive}::int * ${closingPrice}`,
    },
  };
}

/** The time of the first ids: yesterday, so that ids are older than new ones and no purge deletes their rows. */
const FIRST_ID_MS = Date.now() - 86_400_000;

/** Returns the UUIDv7 of a row by its kind and number: ascending with the numbers, and older than any new id. */
export const idOf = (kind: IdKind, n: string): string =>
  `((lpad(to_hex(${FIRST_ID_MS} + (${n})::bigint), 12, '0') || '7${idKinds.indexOf(kind).toString().padStart(3, '0')}8000000000000000')::uuid)`;

const idKinds = [
  'user',
  'grant',
  'entry fee',
  'hold',
  'open hold',
  'close',
  'bid',
  'notice',
  'session',
  'old session',
  'code',
  'move',
  'maximum',
] as const;
export type IdKind = (typeof idKinds)[number];
