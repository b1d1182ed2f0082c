-- W3, W14: payouts to bank accounts, and the banks they go to.
CREATE TABLE banks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The value of `bank_name` in requests. Never changes.
  code text NOT NULL CONSTRAINT banks_code UNIQUE CHECK (code ~ '^[a-z0-9_]{1,40}$'),
  name text NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  -- Why the bank is closed; players see it.
  note text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX banks_name ON banks (name, id);
-- The specification's banks, in its order.
INSERT INTO banks (code, name, is_open, note) VALUES
  ('access', 'Access Bank', true, NULL),
  ('citibank', 'Citibank', true, NULL),
  ('diamond', 'Diamond Bank', false, 'Closed. It is now part of Access Bank.'),
  ('ecobank', 'Ecobank', true, NULL),
  ('fidelity', 'Fidelity Bank', true, NULL),
  ('firstbank', 'First Bank', true, NULL),
  ('fcmb', 'FCMB', true, NULL),
  ('gtb', 'GTBank', true, NULL),
  ('heritage', 'Heritage Bank', false, 'Closed. Its licence was revoked.'),
  ('keystone', 'Keystone Bank', true, NULL),
  ('polaris', 'Polaris Bank', true, NULL),
  ('providus', 'Providus Bank', true, NULL),
  ('stanbic', 'Stanbic IBTC Bank', true, NULL),
  ('standard', 'Standard Chartered Bank', true, NULL),
  ('sterling', 'Sterling Bank', true, NULL),
  ('suntrust', 'SunTrust Bank', true, NULL),
  ('union', 'Union Bank', true, NULL),
  ('uba', 'UBA', true, NULL),
  ('unity', 'Unity Bank', true, NULL),
  ('wema', 'Wema Bank', true, NULL),
  ('opay', 'OPay', true, NULL),
  ('palmpay', 'PalmPay', true, NULL),
  ('kuda', 'Kuda', true, NULL),
  ('monipoint', 'Moniepoint', true, NULL),
  ('zenith', 'Zenith Bank', true, NULL);

CREATE TABLE payouts (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 50001) PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  bid_points bigint NOT NULL CHECK (bid_points > 0),
  -- Kobo per coin at the time of the request (L4).
  rate_kobo integer NOT NULL CHECK (rate_kobo > 0),
  bank_id integer NOT NULL REFERENCES banks (id),
  account_name text NOT NULL,
  account_number text NOT NULL CHECK (account_number ~ '^\d{10}$'),
  -- The account name is not the user's full name, apart from case, accents and the order of words (W14).
  name_differs boolean NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'paid', 'returned')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Approved or rejected.
  decided_at timestamptz(3),
  decided_by uuid,
  -- Paid or returned.
  ended_at timestamptz(3),
  -- Why it was rejected or returned.
  reason text,
  bank_reference text,
  CHECK ((status = 'pending') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status IN ('paid', 'returned')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'paid') = (bank_reference IS NOT NULL)),
  -- O5: no naira for coins of a load test.
  CHECK (status <> 'paid' OR realm = 0),
  CHECK ((status IN ('rejected', 'returned')) = (reason IS NOT NULL))
);
-- W14: one open payout for each user.
CREATE UNIQUE INDEX payouts_one_open ON payouts (user_id) WHERE status IN ('pending', 'approved');
CREATE INDEX payouts_user ON payouts (user_id, id);
-- Covers a person's record beside an item of the queue.
CREATE INDEX payouts_record ON payouts (user_id, status) INCLUDE (bid_points);
CREATE INDEX payouts_status ON payouts (realm, status, id);
CREATE INDEX payouts_realm ON payouts (realm, id);
CREATE INDEX payouts_account_name ON payouts USING gin (account_name gin_trgm_ops) WITH (gin_pending_list_limit = 256);
-- What was requested never changes, and a status only goes forward.
CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.realm, NEW.bid_points, NEW.rate_kobo, NEW.bank_id, NEW.account_name, NEW.account_number, NEW.name_differs, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.realm, OLD.bid_points, OLD.rate_kobo, OLD.bank_id, OLD.account_name, OLD.account_number, OLD.name_differs, OLD.created_at)
    OR (OLD.status, NEW.status) NOT IN (('pending', 'approved'), ('pending', 'rejected'), ('approved', 'paid'), ('approved', 'returned')) THEN
    RAISE EXCEPTION 'a payout that is % cannot become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payouts_guard BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION guard_payout();
CREATE TRIGGER payouts_keep BEFORE DELETE ON payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_no_truncate BEFORE TRUNCATE ON payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- W3: the coins that a user bought in the last 72 hours, and what was credited to them since. Ids of transfers ascend with
-- time. Postings of bids, holds, sends and refunds are not among these. The sources left out are named, since `escrow`, a
-- new value of the type, cannot be used in the transaction that adds it.
CREATE INDEX postings_credits ON postings (destination_id, transfer_id)
  WHERE destination = 'available' AND source NOT IN ('available', 'held', 'revenue', 'payouts');
