import { randomBytes } from 'node:crypto';
import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import type { Database } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { lockAuction } from '../src/features/auctions/auctions.subject.ts';
import { chainGenesis } from '../src/features/auctions/bid-chain.ts';
import { type BidCommand, placeBid } from '../src/features/auctions/bid-command.ts';
import { type BidLaneDeps, defineBidLane } from '../src/features/auctions/bid-lane.ts';
import { setMaximum } from '../src/features/auctions/maximum-command.ts';
import { type BuyNow, buyNow } from '../src/features/auctions/purchase-command.ts';
import { createLanes } from '../src/lanes/create-lanes.ts';
import { createNotices } from '../src/notifications/notices.ts';

export interface TestAuctionOptions {
  realm?: number;
  status?: 'pending' | 'active';
  increment?: number;
  buyNowPoints?: number;
  /** Milliseconds from now. */
  endsInMs?: number;
  /** Milliseconds after the end. */
  overtimeMs?: number;
}

/** Inserts an auction's row, without entries. */
export async function insertAuction(
  db: Database,
  {
    realm = 0,
    status = 'active',
    increment = 1,
    buyNowPoints,
    endsInMs = 3_600_000,
    overtimeMs = 900_000,
  }: TestAuctionOptions = {},
): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO auctions (realm, name, category, price_kobo, entry_bid_points, bid_increment, buy_now_points, status, starts_at, end_date, hard_end,
       chain_head, chain_secret)
     SELECT $1, 'Radio', 'product', 100000, 0, $2, $8, $3, now() - interval '1 hour', now() + $4 * interval '1 ms',
       now() + ($4 + $5) * interval '1 ms', $6, $7 RETURNING id`,
    [realm, increment, status, endsInMs, overtimeMs, Buffer.alloc(32), randomBytes(32), buyNowPoints ?? null],
  );
  const id = rows[0]?.id as number;
  await db.pool.query('UPDATE auctions SET chain_head = $2 WHERE id = $1', [id, chainGenesis(id)]);
  return id;
}

export async function join(
  db: Database,
  auctionId: number,
  users: readonly Pick<TestUser, 'id'>[],
): Promise<void> {
  await db.pool.query(
    `INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus)
     SELECT $1, id, 0, 0 FROM unnest($2::uuid[]) AS id`,
    [auctionId, users.map(({ id }) => id)],
  );
}

/** Creates users with coins who have joined the auction. */
export async function createBidders(
  db: Database,
  auctionId: number,
  count: number,
  coins = 1_000_000,
): Promise<TestUser[]> {
  const users = await createUsers(db, count, { coins });
  await join(db, auctionId, users);
  return users;
}

export type Published = [room: string, version: number, state: unknown];

/** Creates the dependencies of bids on one server, with its own lanes; records what is published. */
export function biddingDeps(db: Database, { maxConcurrent }: { maxConcurrent?: number } = {}) {
  const published: Published[] = [];
  const warnings: unknown[] = [];
  const log = {
    warn: (about: unknown) => warnings.push(about),
    error: (about: unknown) => warnings.push(about),
  };
  const deps = {
    clock: systemClock,
    newId: () => uuidv7(),
    settings: { get: () => 10 },
    notices: createNotices({ newId: () => uuidv7() }),
    lanes: createLanes({ db, clock: systemClock, log, maxConcurrent }),
    rooms: {
      publish: (...frame: Published) => {
        published.push(frame);
      },
    },
  } as unknown as BidLaneDeps;
  const placing = { newId: deps.newId, bids: defineBidLane(deps) };
  const bid = (
    auctionId: number,
    user: TestUser,
    { receivedAtMs = Date.now(), ...over }: Partial<BidCommand> & { receivedAtMs?: number } = {},
  ) => {
    const viewer = { userId: user.id, username: user.username, profile: null, realm: user.realm };
    return placeBid(
      placing,
      auctionId,
      { viewer, key: undefined, maxBidPoints: undefined, ...over },
      receivedAtMs,
    );
  };
  /** Sets the user's own maximum; null withdraws it. */
  const maximum = (
    auctionId: number,
    user: TestUser,
    coins: number | null,
    { key, receivedAtMs = Date.now() }: { key?: string; receivedAtMs?: number } = {},
  ) => {
    const viewer = { userId: user.id, username: user.username, profile: null, realm: user.realm };
    return setMaximum(placing, auctionId, { viewer, key, maximum: coins }, receivedAtMs);
  };
  /** Buys at 50 coins, unless told otherwise. */
  const buy = (
    auctionId: number,
    user: TestUser,
    { receivedAtMs = Date.now(), ...over }: Partial<BuyNow> & { receivedAtMs?: number } = {},
  ) => {
    const viewer = { userId: user.id, username: user.username, profile: null, realm: user.realm };
    return buyNow(placing, auctionId, { viewer, key: undefined, buyNowPoints: 50, ...over }, receivedAtMs);
  };
  return { deps, bid, maximum, buy, published, warnings };
}

/** Reads the auction's row. */
export async function auctionOf(db: Database, id: number) {
  const auction = await inTransaction(db, (tx) => lockAuction(tx, id));
  if (!auction) throw new Error(`no auction ${id}`);
  return auction;
}

export async function openHolds(db: Database, auctionId: number) {
  const { rows } = await db.pool.query<{ userId: string; amount: number }>(
    `SELECT user_id AS "userId", amount FROM holds WHERE subject_id = $1 AND outcome IS NULL`,
    [String(auctionId)],
  );
  return rows;
}

export async function deadlocks(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}
