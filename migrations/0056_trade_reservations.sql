-- Trades are reserved before they are paid, wait for operators without an end, and can be disputed once (W4).
ALTER TABLE trades
  -- The account to pay, as it was at the reservation; NULL once the trader's account is deleted.
  ADD COLUMN payment_method text,
  ADD COLUMN account_name text,
  ADD COLUMN account_number text,
  -- When the first proof or evidence was handed in.
  ADD COLUMN proved_at timestamptz(3),
  ADD COLUMN disputed_at timestamptz(3),
  ADD COLUMN disputed_from text CHECK (disputed_from IN ('rejected', 'expired')),
  ADD COLUMN note text,
  -- Until when an approved dispute waits for coins of the trader.
  ADD COLUMN stock_until timestamptz(3),
  -- The id of the transfer that then pays it.
  ADD COLUMN payment_id uuid,
  ALTER COLUMN status SET DEFAULT 'reserved',
  DROP CONSTRAINT trades_status_check,
  DROP CONSTRAINT trades_check,
  DROP CONSTRAINT trades_check1,
  DROP CONSTRAINT trades_check2;

-- Every screenshot counts for one trade (W16); a trade may show it again in its dispute.
CREATE TABLE trade_proofs (
  -- SHA-256 of the decoded pixels.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  trade_id integer NOT NULL REFERENCES trades (id)
);
CREATE INDEX trade_proofs_trade ON trade_proofs (trade_id);
INSERT INTO trade_proofs (hash, trade_id) SELECT screenshot_hash, id FROM trades;
CREATE TRIGGER trade_proofs_append_only BEFORE UPDATE OR DELETE ON trade_proofs
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trade_proofs_no_truncate BEFORE TRUNCATE ON trade_proofs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every trade until now began with its proof. A pending one no longer expires.
DROP TRIGGER trades_guard ON trades;
UPDATE trades t SET proved_at = t.created_at, payment_method = s.payment_method, account_name = s.account_name,
  account_number = s.account_number FROM traders s WHERE s.id = t.trader_id;
ALTER TABLE trades DROP COLUMN screenshot_hash;

ALTER TABLE trades
  ADD CONSTRAINT trades_status_check CHECK (status IN ('reserved', 'pending', 'approved', 'rejected', 'expired', 'disputed')),
  ADD CONSTRAINT trades_decided_check CHECK ((status IN ('reserved', 'pending', 'disputed')) = (decided_at IS NULL)),
  ADD CONSTRAINT trades_operator_check CHECK (status NOT IN ('approved', 'rejected') OR decided_by IS NOT NULL),
  ADD CONSTRAINT trades_reference_check CHECK (status <> 'approved' OR bank_reference IS NOT NULL),
  ADD CONSTRAINT trades_proved_check CHECK (status = 'expired' OR (status = 'reserved') = (proved_at IS NULL)),
  ADD CONSTRAINT trades_disputed_check CHECK ((disputed_at IS NULL) = (disputed_from IS NULL) AND (disputed_at IS NULL) = (note IS NULL)
    AND (status <> 'disputed' OR disputed_at IS NOT NULL)),
  ADD CONSTRAINT trades_stock_check CHECK ((stock_until IS NULL) = (payment_id IS NULL)
    AND (stock_until IS NULL OR (disputed_at IS NOT NULL AND bank_reference IS NOT NULL)));

DROP INDEX trades_one_open, trades_due, trades_reserved;
CREATE UNIQUE INDEX trades_one_open ON trades (user_id) WHERE status IN ('reserved', 'pending');
CREATE INDEX trades_due ON trades (expires_at, id) WHERE status = 'reserved';
CREATE INDEX trades_reserved ON trades (trader_id) INCLUDE (bid_points) WHERE status IN ('reserved', 'pending');
CREATE INDEX trades_waiting ON trades (trader_id, id) WHERE status = 'disputed' AND stock_until IS NOT NULL;

CREATE OR REPLACE FUNCTION guard_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('reserved', 'pending'), ('reserved', 'expired'), ('pending', 'approved'), ('pending', 'rejected'),
    ('rejected', 'disputed'), ('expired', 'disputed'), ('disputed', 'approved'), ('disputed', 'rejected'))
    AND NOT (OLD.status = 'disputed' AND NEW.status = 'disputed' AND OLD.stock_until IS NULL AND NEW.stock_until IS NOT NULL)
    AND NOT (NEW.account_number IS NULL AND to_jsonb(NEW) - '{payment_method,account_name,account_number}'::text[]
      = to_jsonb(OLD) - '{payment_method,account_name,account_number}'::text[]) THEN
    RAISE EXCEPTION 'a trade does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.status = 'disputed' AND OLD.status <> 'disputed' AND OLD.disputed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a trade is disputed once' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.trader_id, NEW.user_id, NEW.bid_points, NEW.price_kobo, NEW.expires_at, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.trader_id, OLD.user_id, OLD.bid_points, OLD.price_kobo, OLD.expires_at, OLD.created_at) THEN
    RAISE EXCEPTION 'only the steps of a trade are written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trades_guard BEFORE UPDATE ON trades FOR EACH ROW EXECUTE FUNCTION guard_trade();

-- A trade has the picture of its proof, and that of its dispute.
ALTER TABLE trade_screenshots ADD COLUMN is_evidence boolean NOT NULL DEFAULT false;
ALTER TABLE trade_screenshots DROP CONSTRAINT trade_screenshots_pkey, ADD PRIMARY KEY (trade_id, is_evidence);
