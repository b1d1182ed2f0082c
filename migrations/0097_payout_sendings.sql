-- W19: payouts that the provider sends, and the names that banks have for accounts.
ALTER TABLE banks
  -- The provider's code of the bank; null for a bank that it does not know.
  ADD COLUMN provider_code text CHECK (provider_code ~ '^[A-Za-z0-9]{1,20}$'),
  -- Whether the provider's list had the bank when it was last read.
  ADD COLUMN is_listed boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX banks_provider_code ON banks (provider_code);
UPDATE banks SET provider_code = known.provider_code FROM (VALUES
  ('access', '044'), ('citibank', '023'), ('diamond', '063'), ('ecobank', '050'), ('fidelity', '070'), ('firstbank', '011'),
  ('fcmb', '214'), ('gtb', '058'), ('heritage', '030'), ('keystone', '082'), ('polaris', '076'), ('providus', '101'),
  ('stanbic', '221'), ('standard', '068'), ('sterling', '232'), ('suntrust', '100'), ('union', '032'), ('uba', '033'),
  ('unity', '215'), ('wema', '035'), ('opay', '100004'), ('palmpay', '100033'), ('kuda', '090267'), ('monipoint', '090405'),
  ('zenith', '057')) AS known (code, provider_code)
WHERE banks.code = known.code;

-- Whether the account name is the bank's own.
ALTER TABLE payouts ADD COLUMN name_checked boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.realm, NEW.bid_points, NEW.rate_kobo, NEW.bank_id, NEW.account_name, NEW.account_number, NEW.name_differs, NEW.name_checked, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.realm, OLD.bid_points, OLD.rate_kobo, OLD.bank_id, OLD.account_name, OLD.account_number, OLD.name_differs, OLD.name_checked, OLD.created_at)
    OR (OLD.status, NEW.status) NOT IN (('pending', 'approved'), ('pending', 'rejected'), ('approved', 'paid'), ('approved', 'returned')) THEN
    RAISE EXCEPTION 'a payout that is % cannot become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- One row for each payout that the provider was asked to send, written before the call. The key is why nothing is sent twice.
CREATE TABLE payout_sendings (
  payout_id integer PRIMARY KEY REFERENCES payouts (id),
  -- What the provider knows the transfer by.
  reference text NOT NULL CONSTRAINT payout_sendings_reference UNIQUE,
  bank_code text NOT NULL,
  -- asked: no reply is known. accepted: the provider has it. unclear: operators must look. refused: nothing was sent.
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'accepted', 'unclear', 'refused', 'paid', 'failed')),
  provider_id text,
  -- What the provider said, for operators.
  message text,
  -- What the provider said after the payout had been decided otherwise.
  contradiction text,
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX payout_sendings_started ON payout_sendings (started_at);
CREATE INDEX payout_sendings_open ON payout_sendings (asked_at) WHERE state IN ('asked', 'accepted', 'unclear');
CREATE FUNCTION guard_payout_sending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payout_id, NEW.reference, NEW.bank_code, NEW.started_at)
      IS DISTINCT FROM (OLD.payout_id, OLD.reference, OLD.bank_code, OLD.started_at)
    OR (OLD.state IN ('paid', 'failed') AND NEW.state <> OLD.state) OR (OLD.state <> 'asked' AND NEW.state = 'asked') THEN
    RAISE EXCEPTION 'a sending that is % cannot become %', OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_sendings_guard BEFORE UPDATE ON payout_sendings FOR EACH ROW EXECUTE FUNCTION guard_payout_sending();
CREATE TRIGGER payout_sendings_keep BEFORE DELETE ON payout_sendings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_sendings_no_truncate BEFORE TRUNCATE ON payout_sendings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payout_sendings_list AFTER INSERT OR UPDATE ON payout_sendings
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('payouts');

-- Names that players asked the provider for; kept for 90 days, in no export.
CREATE TABLE account_enquiries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  bank_id integer NOT NULL REFERENCES banks (id),
  account_number text NOT NULL CHECK (account_number ~ '^\d{10}$'),
  -- none: the bank has no such account. unknown: the provider did not answer.
  outcome text NOT NULL DEFAULT 'asked' CHECK (outcome IN ('asked', 'found', 'none', 'unknown')),
  account_name text CHECK (length(account_name) <= 200),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK ((outcome = 'found') = (account_name IS NOT NULL))
);
CREATE INDEX account_enquiries_user ON account_enquiries (user_id, asked_at);
CREATE INDEX account_enquiries_asked ON account_enquiries (asked_at);
