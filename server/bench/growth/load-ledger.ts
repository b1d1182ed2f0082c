import type { Client } from 'pg';
import { BID_INCREMENT, ENTRY_COINS, idOf, START_COINS, type WorldSql } from './world-shape.ts';

/** Auctions whose postings are written in one transaction: about 50,000 postings. */
const POSTINGS_OF_TRANSACTION = 50_000;

/**
 * Writes the wallets, transfers, postings and holds of a world as the triggers on `postings` would have left them, with
 * those triggers disabled. The only module of the loader that knows the columns of these tables; the audit of the
 * ledger verifies it.
 */
export async function loadLedger(client: Client, world: WorldSql): Promise<void> {
  const { wallet, seq } = world;
  await client.query(
    `INSERT INTO wallets (user_id, realm, available, held, version)
     SELECT ${idOf('user', 'u')}, 0, ${wallet.available}, ${wallet.held}, ${wallet.version}
     FROM generate_series(0, ${world.users - 1}) AS u`,
  );
  await insertMoves(
    client,
    `SELECT ${idOf('grant', 'u')} AS id, 'adjust' AS kind, 'user' AS subject_kind, ${idOf('user', 'u')}::text AS subject_id,
       'growth:' || u AS key, ${idOf('user', 'u')} AS user_id, ${START_COINS} AS amount, 'issuance' AS source,
       'available' AS destination, ${seq.grant} AS seq, NULL::bigint AS source_balance, ${START_COINS}::bigint AS destination_balance
     FROM generate_series(0, ${world.users - 1}) AS u`,
  );
  await insertMoves(
    client,
    `SELECT ${idOf('entry fee', `pass * ${world.users} + u`)} AS id, 'entry_fee' AS kind, 'auction' AS subject_kind,
       (${world.auctionId})::text AS subject_id, 'auction:' || ${world.auctionId} || ':' || ${idOf('user', 'u')} AS key,
       ${idOf('user', 'u')} AS user_id, ${ENTRY_COINS} AS amount, 'available' AS source, 'revenue' AS destination,
       ${seq.entry} AS seq, ${world.base} AS source_balance, NULL::bigint AS destination_balance
     FROM ${world.entries}`,
  );
  const step = Math.max(1, Math.floor(POSTINGS_OF_TRANSACTION / (2 * world.bidsOfAuction)));
  for (let from = 0; from < world.auctions; from += step)
    await loadBids(client, world, from, Math.min(from + step, world.auctions));
}

/** Each bid holds its price; the next one releases it, and the close captures the last. */
async function loadBids(client: Client, world: WorldSql, from: number, to: number): Promise<void> {
  const bids = world.bids(from, to);
  const nth = `a * ${world.bidsOfAuction} + s`;
  const isLast = `s = ${world.bidsOfAuction}`;
  const isOpen = `(${isLast} AND ${world.isLive})`;
  const common = `'auction' AS subject_kind, (${world.auctionId})::text AS subject_id,
    'auction:' || ${world.auctionId} || ':' || s AS key, ${idOf('user', 'u')} AS user_id, price AS amount`;
  await insertMoves(
    client,
    `SELECT ${idOf('open hold', nth)} AS id, 'bid_hold' AS kind, ${common}, 'available' AS source, 'held' AS destination,
       ${world.seq.hold} AS seq, ${world.base} - price AS source_balance, price::bigint AS destination_balance
     FROM ${bids}
     UNION ALL
     SELECT ${idOf('close', nth)}, CASE WHEN ${isLast} THEN 'bid_capture' ELSE 'bid_release' END, ${common}, 'held',
       CASE WHEN ${isLast} THEN 'revenue' ELSE 'available' END, ${world.seq.close}, 0,
       CASE WHEN ${isLast} THEN NULL ELSE ${world.base} END
     FROM ${bids} WHERE NOT ${isOpen}`,
  );
  await client.query(
    `INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by, outcome, closed_by, closed_at)
     SELECT ${idOf('hold', nth)}, 'auction', (${world.auctionId})::text, ${idOf('user', 'u')}, price, ${idOf('open hold', nth)},
       CASE WHEN ${isOpen} THEN NULL WHEN ${isLast} THEN 'captured' ELSE 'released' END,
       CASE WHEN NOT ${isOpen} THEN ${idOf('close', nth)} END, CASE WHEN NOT ${isOpen} THEN now() END
     FROM ${bids}`,
  );
  await client.query(
    `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash, key)
     SELECT ${world.auctionId}, s, ${idOf('bid', nth)}, ${idOf('user', 'u')}, 'player_' || lpad(u::text, 7, '0'),
       price - ${BID_INCREMENT}, price, now(), now() + interval '1 day', sha256(convert_to(a || ':' || s, 'UTF8')), 'growth-' || s
     FROM ${bids}`,
  );
  // In the first round each bidder had a maximum, which was passed at once.
  await client.query(
    `INSERT INTO auction_maximums (id, auction_id, user_id, maximum, after_seq, until_seq, ended, at, key, seq_after,
       price_after, held_after, end_date_after, hash_after)
     SELECT ${idOf('maximum', nth)}, ${world.auctionId}, ${idOf('user', 'u')}, price, s, s, 'passed', now(), 'growth-' || s, s,
       price, 0, now() + interval '1 day', sha256(convert_to(a || ':' || s, 'UTF8'))
     FROM ${bids} WHERE r = 1`,
  );
}

/** Inserts one posting for each row; both ends are in one wallet, or one is a platform account. */
async function insertMoves(client: Client, moves: string): Promise<void> {
  await client.query(
    `WITH moves AS MATERIALIZED (${moves}), transferred AS (
       INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash)
       SELECT id, kind, 0, subject_kind, subject_id, key, sha256('') FROM moves
     ), keyed AS (
       INSERT INTO transfer_keys (kind, key, transfer_id) SELECT kind, key, id FROM moves
     )
     INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, source_seq, source_balance,
       destination, destination_id, destination_seq, destination_balance, xid)
     SELECT id, 0, 0, 'coin', amount, source::account_kind, CASE WHEN source_balance IS NOT NULL THEN user_id END,
       CASE WHEN source_balance IS NOT NULL THEN seq END, source_balance,
       destination::account_kind, CASE WHEN destination_balance IS NOT NULL THEN user_id END,
       CASE WHEN destination_balance IS NOT NULL THEN seq END, destination_balance, pg_current_xact_id()
     FROM moves`,
  );
}
