-- Locks and reads what decides a batch of commands on an auction (A6), in one statement of the server. Each statement
-- inside sees what was committed before the locks were granted; the clock is read once they are held (P7). Generic
-- plans: planning took longer than the reads, each of which can only be an index lookup.
CREATE FUNCTION open_bids(of_auction integer, user_ids uuid[], keys text[], locks_wallets boolean,
  OUT auction auctions, OUT locked json, OUT now timestamptz, OUT xid text, OUT started text, OUT last_bid_at timestamptz, OUT facts json)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT * INTO auction FROM auctions WHERE id = of_auction FOR NO KEY UPDATE;
  -- In the order of ids (L5): the wallets of bidders who have joined, and of the leader.
  IF locks_wallets THEN
    SELECT json_agg(w) INTO locked FROM (
      SELECT user_id AS "userId", owes FROM wallets WHERE user_id = ANY(ARRAY(
        SELECT e.user_id FROM auction_entries e WHERE e.auction_id = of_auction AND e.user_id = ANY(user_ids)
        UNION ALL SELECT auction.leader_id))
      ORDER BY user_id FOR NO KEY UPDATE) AS w;
  END IF;
  now := clock_timestamp();
  xid := pg_current_xact_id()::text;
  started := pg_postmaster_start_time()::text;
  SELECT b.at INTO last_bid_at FROM bids b WHERE b.auction_id = of_auction AND b.seq = auction.seq;
  SELECT json_agg(f ORDER BY f.nth) INTO facts FROM (
    SELECT nth, w.available, w.is_restricted AS "isRestricted",
      (SELECT true FROM auction_entries e WHERE e.auction_id = of_auction AND e.user_id = requested.user_id) AS "hasJoined",
      (SELECT b.seq FROM bids b WHERE b.auction_id = of_auction AND b.user_id = requested.user_id AND b.key = requested.key) AS "earlierSeq"
    FROM unnest(user_ids, keys) WITH ORDINALITY AS requested (user_id, key, nth)
    LEFT JOIN LATERAL (SELECT available, is_restricted FROM wallets WHERE user_id = requested.user_id LIMIT 1) AS w ON true) AS f;
END $$;
