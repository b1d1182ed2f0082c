-- P2P: traders, and trades whose coins are in escrow until they are decided (W4, W16).

CREATE TABLE traders (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- The user who sells, and who cannot buy from themselves.
  user_id uuid REFERENCES users (id),
  price_kobo bigint NOT NULL CHECK (price_kobo > 0),
  min_points bigint NOT NULL CHECK (min_points >= 1),
  max_points bigint NOT NULL CHECK (max_points <= 1000000000),
  payment_method text NOT NULL,
  account_name text NOT NULL,
  account_number text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Counted with each decision, so that a list reads no trades.
  approved_trades integer NOT NULL DEFAULT 0 CHECK (approved_trades >= 0),
  decided_trades integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (min_points <= max_points),
  CHECK (decided_trades >= approved_trades)
);
CREATE INDEX traders_active ON traders (price_kobo, id) WHERE is_active;
CREATE INDEX traders_price ON traders (price_kobo, id);
CREATE INDEX traders_name ON traders (name, id);

CREATE TABLE trades (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 500001) PRIMARY KEY,
  trader_id integer NOT NULL REFERENCES traders (id),
  user_id uuid NOT NULL REFERENCES users (id),
  bid_points bigint NOT NULL CHECK (bid_points BETWEEN 1 AND 1000000000),
  -- The total of the trade.
  price_kobo bigint NOT NULL CHECK (price_kobo > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
  -- SHA-256 of the decoded pixels.
  screenshot_hash bytea NOT NULL CHECK (octet_length(screenshot_hash) = 32),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES users (id),
  reason text,
  bank_reference text,
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status IN ('approved', 'rejected')) = (decided_by IS NOT NULL)),
  CHECK ((status = 'approved') = (bank_reference IS NOT NULL))
);
CREATE UNIQUE INDEX trades_one_open ON trades (user_id) WHERE status = 'pending';
CREATE UNIQUE INDEX trades_screenshot_once ON trades (screenshot_hash);
CREATE INDEX trades_due ON trades (expires_at, id) WHERE status = 'pending';
CREATE INDEX trades_reserved ON trades (trader_id) INCLUDE (bid_points) WHERE status = 'pending';
CREATE INDEX trades_status ON trades (status, id);
CREATE INDEX trades_trader ON trades (trader_id, id);
CREATE INDEX trades_user ON trades (user_id, id);
-- As for the other methods of GET /manualPayment/payment-history.
CREATE INDEX trades_user_time ON trades (user_id, created_at, id);
-- What was decided for a person, read from the index alone.
CREATE INDEX trades_history ON trades (user_id, status) INCLUDE (bid_points);

CREATE FUNCTION guard_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR NEW.status = 'pending' THEN
    RAISE EXCEPTION 'a trade is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.trader_id, NEW.user_id, NEW.bid_points, NEW.price_kobo, NEW.screenshot_hash, NEW.expires_at, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.trader_id, OLD.user_id, OLD.bid_points, OLD.price_kobo, OLD.screenshot_hash, OLD.expires_at, OLD.created_at) THEN
    RAISE EXCEPTION 'only the decision of a trade is written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trades_guard BEFORE UPDATE ON trades FOR EACH ROW EXECUTE FUNCTION guard_trade();
CREATE TRIGGER trades_keep BEFORE DELETE ON trades FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trades_no_truncate BEFORE TRUNCATE ON trades FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Proofs of payment, re-encoded. Private: in the database, so that no public address leads to them and every server has them.
CREATE TABLE trade_screenshots (
  trade_id integer PRIMARY KEY REFERENCES trades (id),
  picture bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE trade_screenshots ALTER COLUMN picture SET STORAGE EXTERNAL;
CREATE INDEX trade_screenshots_age ON trade_screenshots (created_at);

-- A funding of a stock without a user counts for its operator alone (O3a).
ALTER TABLE operator_moves ALTER COLUMN user_id DROP NOT NULL;
