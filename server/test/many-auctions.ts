import type { AuctionWorld } from './auction-world.ts';

type World = Pick<AuctionWorld, 'query' | 'asOwner'>;

const columns = `(realm, name, category, price_kobo, entry_bid_points, status, status_at, starts_at, end_date, hard_end, settled_at,
  told_at, chain_head, chain_secret)`;
const rest = `sha256(n::text::bytea), sha256(n::text::bytea)`;

/**
 * Inserts thousands of auctions with unordered times: half of `open` run and end in the next days, half are pending,
 * and `over` ended in the last hours. Updates the statistics.
 */
export async function insertAuctions(world: World, { open = 0, over = 0 }): Promise<void> {
  await inChunks(open, (from, to) =>
    world.query(
      `INSERT INTO auctions ${columns}
       SELECT 0, 'Radio ' || n, (ARRAY['cash', 'product', 'coupon'])[1 + n % 3], 1000, 0,
         CASE WHEN n % 2 = 0 THEN 'active' ELSE 'pending' END, now(),
         now() + CASE WHEN n % 2 = 0 THEN -1 ELSE 1 END * (1 + n * 7919 % 1000) * interval '1 minute',
         now() + (2000 + n * 7907 % 10000) * interval '1 minute', now() + interval '10 days', NULL::timestamptz, NULL::timestamptz, ${rest}
       FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    ),
  );
  await inChunks(over, (from, to) =>
    world.query(
      `INSERT INTO auctions ${columns}
       SELECT 0, 'Radio ' || n, (ARRAY['cash', 'product', 'coupon'])[1 + n % 3], 1000, 0, 'unsold', at, at - interval '2 hours', at, at,
         at, at, ${rest}
       FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT now() - (1 + n * 7919 % 1300) * interval '1 minute' AS at) AS ended`,
      [from, to],
    ),
  );
  await world.asOwner('VACUUM ANALYZE auctions');
}

/** Every row updates every index of the table: a single statement for all rows would exceed the statement timeout. */
const CHUNK = 3_000;
async function inChunks(
  count: number,
  insert: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK) await insert(from, Math.min(from + CHUNK - 1, count));
}

/** Inserts users who joined the auction, with inboxes only. */
export async function insertEntrants(world: World, auctionId: number, count: number): Promise<void> {
  await world.query(
    `WITH users AS (INSERT INTO inboxes (user_id) SELECT gen_random_uuid() FROM generate_series(1, $2::int) RETURNING user_id)
     INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) SELECT $1, user_id, 0, 0 FROM users`,
    [auctionId, count],
  );
  await world.asOwner('VACUUM ANALYZE auction_entries; ');
}

/** Inserts bids of the auction's entrants in turn, numbered after the existing ones. The last one leads. */
export async function insertBids(world: World, auctionId: number, count: number): Promise<void> {
  await world.query(
    `WITH entrants AS (SELECT array_agg(user_id ORDER BY user_id) AS ids FROM auction_entries WHERE auction_id = $1),
     placed AS (
       INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
       SELECT $1, a.seq + n, gen_random_uuid(), e.ids[1 + n % cardinality(e.ids)], 'user', a.seq + n - 1, a.seq + n,
         clock_timestamp(), a.end_date, a.chain_head
       FROM auctions a, entrants e, generate_series(1, $2::int) AS n WHERE a.id = $1
       RETURNING seq, user_id)
     UPDATE auctions SET seq = p.seq, leader_id = p.user_id, leader_username = 'user', current_bid_amount = p.seq,
       outbid_due_at = coalesce(outbid_due_at, clock_timestamp())
     FROM (SELECT seq, user_id FROM placed ORDER BY seq DESC LIMIT 1) AS p WHERE id = $1`,
    [auctionId, count],
  );
  await world.asOwner('ANALYZE bids');
}
