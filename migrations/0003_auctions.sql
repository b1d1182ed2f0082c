-- Auctions, bids, carts and orders (A1 to A12).
CREATE TABLE auctions (
  -- The specification's demo auctions own 1, 2 and 3.
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '',
  category text NOT NULL CHECK (category IN ('cash', 'product', 'coupon')),
  -- The stored picture's name without size and ending, NULL for drawn art.
  image text,
  price_kobo bigint NOT NULL CHECK (price_kobo >= 0),
  entry_bid_points bigint NOT NULL CHECK (entry_bid_points BETWEEN 0 AND 1000000000),
  bid_increment bigint NOT NULL DEFAULT 1 CHECK (bid_increment BETWEEN 1 AND 1000000000),
  reserve_points bigint NOT NULL DEFAULT 0 CHECK (reserve_points >= 0),
  minimum_entries integer NOT NULL DEFAULT 0 CHECK (minimum_entries >= 0),
  -- Used by affiliates.
  target_users integer NOT NULL DEFAULT 0 CHECK (target_users >= 0),
  reward_bid_points bigint NOT NULL DEFAULT 0 CHECK (reward_bid_points >= 0),

  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'completed', 'unsold', 'cancelling', 'cancelled')),
  -- What `cancelling` becomes when the last entry is refunded.
  final_status text CHECK (final_status IN ('unsold', 'cancelled')),
  starts_at timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,
  -- A5: bids in the last seconds never move end_date beyond this.
  hard_end timestamptz(3) NOT NULL,

  current_bid_amount bigint NOT NULL DEFAULT 0 CHECK (current_bid_amount >= 0),
  leader_id uuid,
  -- As they were when the bid was made.
  leader_username text,
  leader_profile text,
  -- Number of accepted bids; the last bid's seq.
  seq integer NOT NULL DEFAULT 0,
  chain_head bytea NOT NULL CHECK (length(chain_head) = 32),
  -- Keys the HMAC that stands for a bidder in the chain (A7). Never leaves the server.
  chain_secret bytea NOT NULL CHECK (length(chain_secret) = 32),
  entries_count integer NOT NULL DEFAULT 0,
  -- Room version; bumped by every change a watcher can see.
  version bigint NOT NULL DEFAULT 1,
  -- W6: bids up to this seq have had their outbid notices.
  noticed_seq integer NOT NULL DEFAULT 0,
  noticed_at timestamptz(3),

  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz(3),
  -- A8: the other notices (lost, refunded) of a settled auction were written.
  told_at timestamptz(3),
  cancel_reason text,
  CHECK (starts_at < end_date AND end_date <= hard_end),
  CHECK ((leader_id IS NULL) = (seq = 0)),
  CHECK ((status = 'cancelling') <= (final_status IS NOT NULL))
);
CREATE INDEX auctions_due_start ON auctions (starts_at) WHERE status = 'pending';
CREATE INDEX auctions_due_end ON auctions (end_date) WHERE status IN ('pending', 'active');
CREATE INDEX auctions_cancelling ON auctions (id) WHERE status = 'cancelling';
CREATE INDEX auctions_untold ON auctions (id) WHERE settled_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX auctions_unnoticed ON auctions (id) WHERE noticed_seq < seq AND status = 'active';
CREATE INDEX auctions_listed ON auctions (realm, status, end_date);

-- Every accepted bid, for ever. No foreign keys: the audit checks them.
CREATE TABLE bids (
  auction_id integer NOT NULL,
  seq integer NOT NULL,
  -- The receipt's id.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  price_before bigint NOT NULL,
  price bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  end_date_after timestamptz(3) NOT NULL,
  hash bytea NOT NULL,
  -- P6: the request's key and the whole of its input, so that the first reply can be given again.
  key text CHECK (length(key) BETWEEN 1 AND 128),
  max_bid_points bigint,
  PRIMARY KEY (auction_id, seq),
  CHECK (price > price_before)
);
CREATE UNIQUE INDEX bids_key ON bids (auction_id, user_id, key) WHERE key IS NOT NULL;
CREATE TRIGGER bids_append_only BEFORE UPDATE OR DELETE ON bids FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bids_no_truncate BEFORE TRUNCATE ON bids FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE auction_entries (
  auction_id integer NOT NULL,
  user_id uuid NOT NULL,
  transfer_id uuid,
  paid_available bigint NOT NULL,
  paid_bonus bigint NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  refunded_by uuid,
  PRIMARY KEY (auction_id, user_id)
);
CREATE INDEX auction_entries_user ON auction_entries (user_id, auction_id DESC);
CREATE INDEX auction_entries_unrefunded ON auction_entries (auction_id, user_id) WHERE refunded_by IS NULL;

-- A10: what was won and not yet checked out has no order.
CREATE TABLE orders (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 100001) PRIMARY KEY,
  user_id uuid NOT NULL,
  auction_id integer NOT NULL UNIQUE REFERENCES auctions (id),
  status text NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'shipped', 'delivered', 'refunded')),
  address text,
  account_name text,
  account_number text,
  contact_info text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX orders_user ON orders (user_id, id DESC);
CREATE TABLE cart_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  auction_id integer NOT NULL UNIQUE REFERENCES auctions (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  order_id integer REFERENCES orders (id)
);
CREATE INDEX cart_items_open ON cart_items (user_id) WHERE order_id IS NULL;

-- A7: one root for the chain heads of the auctions settled on one day (UTC).
CREATE TABLE chain_roots (
  day date PRIMARY KEY,
  root bytea NOT NULL CHECK (length(root) = 32),
  heads jsonb NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
