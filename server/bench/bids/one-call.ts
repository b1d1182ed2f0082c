import type { TestUser } from '@copup/testkit/builders.ts';
import { v7 as uuidv7 } from 'uuid';
import { bidderTag } from '../../src/features/auctions/bid-chain.ts';
import type { BenchDatabase } from '../bench-database.ts';

// A function for the bench only, with the same duties as a bid in the lane: lock, then clock, key, entry, rules,
// balances, a release and a hold as transfers with postings, the chain, the bid, the auction's row.
const functionSql = `
CREATE SCHEMA bench;
GRANT USAGE ON SCHEMA bench TO PUBLIC;
CREATE FUNCTION bench.place_bid(p_auction int, p_user uuid, p_username text, p_key text, p_max bigint, p_bid uuid, p_hold uuid,
  p_hold_transfer uuid, p_release_transfer uuid, p_tag bytea, p_late_ms int, OUT code text, OUT seq int, OUT price bigint, OUT hash bytea)
LANGUAGE plpgsql AS $$
DECLARE
  a auctions%ROWTYPE;
  w wallets%ROWTYPE;
  old holds%ROWTYPE;
  earlier bids%ROWTYPE;
  at timestamptz(3);
  ends timestamptz(3);
BEGIN
  SELECT * INTO a FROM auctions WHERE id = p_auction FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'AUCTION_NOT_FOUND'; RETURN; END IF;
  at := date_trunc('milliseconds', clock_timestamp());
  SELECT * INTO earlier FROM bids b WHERE b.auction_id = p_auction AND b.user_id = p_user AND b.key = p_key;
  IF FOUND THEN code := 'REPEATED'; seq := earlier.seq; price := earlier.price; hash := earlier.hash; RETURN; END IF;
  IF a.status <> 'active' OR at >= a.end_date THEN code := 'AUCTION_ENDED'; RETURN; END IF;
  PERFORM 1 FROM auction_entries e WHERE e.auction_id = p_auction AND e.user_id = p_user;
  IF NOT FOUND THEN code := 'NOT_JOINED'; RETURN; END IF;
  IF a.leader_id = p_user THEN code := 'ALREADY_LEADING'; RETURN; END IF;
  price := a.current_bid_amount + a.bid_increment;
  IF price > p_max THEN code := 'PRICE_MOVED'; RETURN; END IF;
  PERFORM 1 FROM wallets WHERE user_id IN (a.leader_id, p_user) ORDER BY user_id FOR NO KEY UPDATE;
  SELECT * INTO w FROM wallets WHERE user_id = p_user;
  IF price > w.available THEN code := 'NOT_ENOUGH_COINS'; RETURN; END IF;
  seq := a.seq + 1;
  IF a.leader_id IS NOT NULL THEN
    UPDATE holds SET outcome = 'released', closed_by = p_release_transfer, closed_at = clock_timestamp()
    WHERE subject_kind = 'auction' AND subject_id = p_auction::text AND user_id = a.leader_id AND outcome IS NULL RETURNING * INTO old;
    INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash) VALUES (p_release_transfer, 'bid_release', a.realm,
      'auction', p_auction::text, p_auction || ':' || a.seq, sha256(convert_to(a.leader_id::text, 'UTF8')));
    INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
    VALUES (p_release_transfer, 0, a.realm, 'coin', old.amount, 'held', a.leader_id, 'available', a.leader_id);
  END IF;
  INSERT INTO holds (id, subject_kind, subject_id, user_id, amount, opened_by)
  VALUES (p_hold, 'auction', p_auction::text, p_user, price, p_hold_transfer);
  INSERT INTO transfers (id, kind, realm, subject_kind, subject_id, key, input_hash) VALUES (p_hold_transfer, 'bid_hold', a.realm,
    'auction', p_auction::text, p_auction || ':' || seq, sha256(convert_to(p_user::text || price, 'UTF8')));
  INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
  VALUES (p_hold_transfer, 0, a.realm, 'coin', price, 'available', p_user, 'held', p_user);
  hash := sha256(a.chain_head || int4send(seq) || p_tag || int8send(price) || int8send((extract(epoch FROM at) * 1000)::bigint));
  ends := greatest(a.end_date, least(at + p_late_ms * interval '1 ms', a.hard_end));
  INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash, key, max_bid_points)
  VALUES (p_auction, seq, p_bid, p_user, p_username, a.current_bid_amount, price, at, ends, hash, p_key, p_max);
  UPDATE auctions SET current_bid_amount = price, leader_id = p_user, leader_username = p_username, seq = place_bid.seq, chain_head = hash,
    end_date = ends, version = version + 1 WHERE id = p_auction;
  code := 'ACCEPTED';
END $$`;

/** Calls one database function for each bid: no further round trips, but one commit and one lock wait for each. */
export async function oneCallPerBid({ db, asOwner }: BenchDatabase) {
  await asOwner(functionSql);
  const tags = new Map<string, Buffer>();
  const secrets = new Map<number, Buffer>();

  return async (auctionId: number, user: TestUser, key: string): Promise<boolean> => {
    let secret = secrets.get(auctionId);
    if (!secret) {
      const { rows } = await db.pool.query('SELECT chain_secret FROM auctions WHERE id = $1', [auctionId]);
      secret = rows[0].chain_secret as Buffer;
      secrets.set(auctionId, secret);
    }
    let tag = tags.get(user.id);
    if (!tag) {
      tag = bidderTag(secret, user.id);
      tags.set(user.id, tag);
    }
    const { rows } = await db.pool.query<{ code: string }>({
      name: 'one-call',
      text: 'SELECT * FROM bench.place_bid($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      values: [
        auctionId,
        user.id,
        user.username,
        key,
        null,
        uuidv7(),
        uuidv7(),
        uuidv7(),
        uuidv7(),
        tag,
        10_000,
      ],
    });
    const code = rows[0]?.code;
    if (code === 'ACCEPTED') return true;
    if (code === 'ALREADY_LEADING') return false;
    throw new Error(`a bid was answered ${code}`);
  };
}
