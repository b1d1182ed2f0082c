-- The coin shop: packages (W13), bank transfers (W2) and card payments (W5, W15). Prices are in kobo (L4).
CREATE TABLE coin_packages (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  bid_points bigint NOT NULL CHECK (bid_points BETWEEN 1 AND 1000000000),
  price_kobo bigint NOT NULL CHECK (price_kobo BETWEEN 1 AND 100000000000),
  is_active boolean NOT NULL DEFAULT true,
  image text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX coin_packages_offered ON coin_packages (bid_points, id) WHERE is_active;
INSERT INTO coin_packages (bid_points, price_kobo)
VALUES (20, 200000), (50, 500000), (100, 990000), (250, 2450000), (500, 4850000), (1000, 9600000);

CREATE TABLE manual_payments (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (START WITH 1001),
  user_id uuid NOT NULL REFERENCES users (id),
  package_id integer NOT NULL REFERENCES coin_packages (id),
  bid_points bigint NOT NULL CHECK (bid_points > 0),
  price_kobo bigint NOT NULL CHECK (price_kobo > 0),
  -- What the buyer quotes in the transfer.
  reference text NOT NULL UNIQUE,
  sender_account_name text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  reason text,
  bank_reference text,
  decided_by uuid REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz(3),
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status = 'approved') = (bank_reference IS NOT NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
CREATE INDEX manual_payments_history ON manual_payments (user_id, created_at DESC, id DESC);
-- A person's record in the queue, and the open payments of a buyer.
CREATE INDEX manual_payments_record ON manual_payments (user_id, status) INCLUDE (bid_points);
CREATE INDEX manual_payments_queue ON manual_payments (status, id);
CREATE INDEX manual_payments_search ON manual_payments USING gin (sender_account_name gin_trgm_ops, reference gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);

CREATE TABLE card_payments (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (START WITH 1001),
  -- Ours; the provider returns it in its events.
  tx_ref text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id),
  package_id integer NOT NULL REFERENCES coin_packages (id),
  bid_points bigint NOT NULL CHECK (bid_points > 0),
  price_kobo bigint NOT NULL CHECK (price_kobo > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'failed', 'charged_back')),
  -- The provider's transaction that was credited: once for ever.
  provider_id text UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz(3),
  charged_back_at timestamptz(3),
  CHECK (status <> 'approved' OR provider_id IS NOT NULL),
  CHECK ((status = 'charged_back') = (charged_back_at IS NOT NULL))
);
CREATE INDEX card_payments_history ON card_payments (user_id, created_at DESC, id DESC);
CREATE INDEX card_payments_abandoned ON card_payments (created_at) WHERE status = 'pending';

-- A decided payment never changes, except that a card payment can be charged back.
CREATE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.package_id, NEW.bid_points, NEW.price_kobo, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.package_id, OLD.bid_points, OLD.price_kobo, OLD.created_at) THEN
    RAISE EXCEPTION 'what a payment is for never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status IN ('approved', 'rejected', 'charged_back') AND NOT (OLD.status = 'approved' AND NEW.status = 'charged_back') THEN
    RAISE EXCEPTION 'a payment is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER manual_payments_guard BEFORE UPDATE ON manual_payments FOR EACH ROW EXECUTE FUNCTION guard_payment();
CREATE TRIGGER card_payments_guard BEFORE UPDATE ON card_payments FOR EACH ROW EXECUTE FUNCTION guard_payment();
CREATE TRIGGER manual_payments_keep BEFORE DELETE ON manual_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_payments_keep BEFORE DELETE ON card_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The request that waits for a second operator, for each item of a queue (O3a).
CREATE INDEX approvals_pending_subject ON approvals (action, subject_kind, subject_id) WHERE status = 'pending';
