-- Own maximums (A13): the server bids for the leader, up to a maximum that only the leader sees.

-- The leader's maximum; NULL without one. It is read under the lock that decides a bid. It stays when the auction ends.
ALTER TABLE auctions ADD COLUMN leader_max bigint;
ALTER TABLE auctions ADD CONSTRAINT auctions_leader_max_check
  CHECK (leader_max IS NULL OR (leader_id IS NOT NULL AND leader_max >= current_bid_amount)) NOT VALID;

-- Why the server made this bid; NULL for a bid of the player. The bid's hash contains it (A7).
ALTER TABLE bids ADD COLUMN reason text;
ALTER TABLE bids ADD CONSTRAINT bids_reason_check CHECK (reason = 'own_maximum') NOT VALID;

-- Every maximum that was set and every withdrawal. The audit compares automatic bids with them.
CREATE TABLE auction_maximums (
  -- UUIDv7 of the reply.
  id uuid PRIMARY KEY,
  auction_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- Coins; NULL withdraws.
  maximum bigint CHECK (maximum > 0),
  -- It made the automatic bids of its user after `after_seq` up to `until_seq`, which is NULL while it is live.
  after_seq integer NOT NULL CHECK (after_seq >= 0),
  until_seq integer CHECK (until_seq >= after_seq),
  ended text CHECK (ended IN ('changed', 'withdrawn', 'passed', 'closed')),
  at timestamptz(3) NOT NULL,
  -- P6: the request's key and the values of its reply, so that it can be returned again.
  key text CHECK (length(key) BETWEEN 1 AND 128),
  bid_seq integer,
  seq_after integer NOT NULL,
  price_after bigint NOT NULL,
  held_after bigint NOT NULL,
  end_date_after timestamptz(3) NOT NULL,
  hash_after bytea NOT NULL,
  CHECK ((until_seq IS NULL) = (ended IS NULL)),
  CHECK (maximum IS NOT NULL OR ended = 'withdrawn')
);
-- Only the leader has a live maximum.
CREATE UNIQUE INDEX auction_maximums_live ON auction_maximums (auction_id) WHERE until_seq IS NULL;
CREATE INDEX auction_maximums_live_of_user ON auction_maximums (user_id) WHERE until_seq IS NULL;
CREATE UNIQUE INDEX auction_maximums_key ON auction_maximums (auction_id, user_id, (maximum IS NULL), key) WHERE key IS NOT NULL;
CREATE INDEX auction_maximums_of_auction ON auction_maximums (auction_id, user_id, after_seq);

-- A row only ends, once.
CREATE FUNCTION guard_maximum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.until_seq IS NULL AND NEW.until_seq IS NOT NULL
    AND to_jsonb(NEW) - 'until_seq' - 'ended' = to_jsonb(OLD) - 'until_seq' - 'ended' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a maximum only ends, once' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER auction_maximums_guard BEFORE UPDATE ON auction_maximums FOR EACH ROW EXECUTE FUNCTION guard_maximum();
CREATE TRIGGER auction_maximums_keep BEFORE DELETE ON auction_maximums FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER auction_maximums_no_truncate BEFORE TRUNCATE ON auction_maximums FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
