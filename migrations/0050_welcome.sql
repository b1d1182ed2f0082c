-- Welcome coins and first steps of new players (X15), and the demo's synthetic players (X11).

-- The list of kinds as it is, with one more.
DO $$
DECLARE
  kinds text[] := ARRAY(SELECT (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g'))[1]
    FROM pg_constraint WHERE conname = 'transfers_kind_check' AND conrelid = 'transfers'::regclass);
BEGIN
  ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
  EXECUTE format('ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN (%s)) NOT VALID',
    (SELECT string_agg(quote_literal(kind), ', ') FROM unnest(kinds || 'welcome'::text) AS kind));
END $$;

-- The welcome coins of each player, once.
CREATE TABLE welcome_grants (
  user_id uuid PRIMARY KEY,
  -- Bonus coins.
  coins bigint NOT NULL CHECK (coins > 0),
  -- Coins that can be bid, in a demo only.
  available bigint NOT NULL DEFAULT 0 CHECK (available >= 0),
  transfer_id uuid NOT NULL UNIQUE,
  -- Another player on the same network had received welcome coins within a day. Operators see it; it refuses nothing.
  is_same_network boolean NOT NULL,
  granted_at timestamptz(3) NOT NULL
);
CREATE INDEX welcome_grants_by_time ON welcome_grants (granted_at, user_id);
CREATE TRIGGER welcome_grants_append_only BEFORE UPDATE OR DELETE ON welcome_grants FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER welcome_grants_no_truncate BEFORE TRUNCATE ON welcome_grants FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was given of the budget: one row, whose lock orders the grants.
CREATE TABLE welcome_budget (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  grants integer NOT NULL DEFAULT 0 CHECK (grants >= 0),
  -- Bonus coins.
  given bigint NOT NULL DEFAULT 0 CHECK (given >= 0)
) WITH (fillfactor = 50);
INSERT INTO welcome_budget DEFAULT VALUES;

-- Of each address and device that received welcome coins: HMAC-SHA-256 under a key derived from SECRETS_KEY, cut to 16 bytes.
-- No user and no time, so that a mark of a deleted account leads to no account (S7).
CREATE TABLE welcome_marks (mark bytea PRIMARY KEY CHECK (length(mark) = 16));

-- Players who have closed the card with the first steps.
CREATE TABLE first_steps (
  user_id uuid PRIMARY KEY,
  dismissed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Whether a player has played yet.
CREATE INDEX contest_entries_user ON contest_entries (user_id);

-- Synthetic players of a demo.
ALTER TABLE users ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
-- Auctions that operators mark for players without a win: entry is free.
ALTER TABLE auctions ADD COLUMN is_starter boolean NOT NULL DEFAULT false;
ALTER TABLE auctions ADD CONSTRAINT auctions_starter_free CHECK (NOT is_starter OR entry_bid_points = 0) NOT VALID;

-- The last bid of a player on an auction.
CREATE INDEX bids_of_user ON bids (auction_id, user_id, seq DESC);
