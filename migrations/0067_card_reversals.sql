-- W5a: a reversal belongs to one transaction of the card provider; refunds add up, and a dispute that we win returns coins.

-- The list of kinds as it is, with one more.
DO $$
DECLARE
  kinds text[] := ARRAY(SELECT (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g'))[1]
    FROM pg_constraint WHERE conname = 'transfers_kind_check' AND conrelid = 'transfers'::regclass);
BEGIN
  ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
  EXECUTE format('ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN (%s)) NOT VALID',
    (SELECT string_agg(quote_literal(kind), ', ') FROM unnest(kinds || 'chargeback_return'::text) AS kind));
END $$;

-- Refunds and disputes that the provider's events told of.
CREATE TABLE card_reversals (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  payment_id integer NOT NULL REFERENCES card_payments (id),
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'chargeback')),
  -- The provider's number of the refund or dispute; '' until an event names it.
  provider_id text NOT NULL,
  -- The provider's transaction that is reversed: the credited one, or another of the same checkout.
  transaction_id text NOT NULL,
  amount_kobo bigint NOT NULL CHECK (amount_kobo >= 0),
  -- `open` is a dispute that is not decided; `void` failed, or was won by us.
  state text NOT NULL CHECK (state IN ('open', 'final', 'void')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT card_reversals_once UNIQUE (payment_id, transaction_id, kind, provider_id)
);
CREATE INDEX card_reversals_open ON card_reversals (user_id) WHERE state = 'open';
CREATE FUNCTION guard_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.payment_id, NEW.user_id, NEW.kind, NEW.transaction_id, NEW.amount_kobo, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.user_id, OLD.kind, OLD.transaction_id, OLD.amount_kobo, OLD.created_at)
    OR OLD.provider_id NOT IN ('', NEW.provider_id)
    OR array_position('{open,final,void}'::text[], NEW.state) < array_position('{open,final,void}'::text[], OLD.state) THEN
    RAISE EXCEPTION 'a reversal is decided once, and is named once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER card_reversals_guard BEFORE UPDATE ON card_reversals FOR EACH ROW EXECUTE FUNCTION guard_reversal();
CREATE TRIGGER card_reversals_keep BEFORE DELETE ON card_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_reversals_no_truncate BEFORE TRUNCATE ON card_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What earlier versions reversed: the whole price, without its number.
INSERT INTO card_reversals (payment_id, user_id, kind, provider_id, transaction_id, amount_kobo, state)
SELECT id, user_id, 'chargeback', '', provider_id, price_kobo, 'final'
FROM card_payments WHERE status = 'charged_back' AND provider_id IS NOT NULL;

-- The function of 0028; a card payment is approved again when its reversal is void.
CREATE OR REPLACE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.package_id, NEW.bid_points, NEW.price_kobo, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.package_id, OLD.bid_points, OLD.price_kobo, OLD.created_at) THEN
    RAISE EXCEPTION 'what a payment is for never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.status IN ('approved', 'rejected', 'charged_back')
    AND (OLD.status, NEW.status) NOT IN (('approved', 'charged_back'), ('charged_back', 'approved')) THEN
    RAISE EXCEPTION 'a payment is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- The function of 0027; further partial refunds of a payment raise what is owed for it.
CREATE OR REPLACE FUNCTION guard_receivable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.recovered < OLD.recovered OR NEW.amount < OLD.amount
    OR (NEW.id, NEW.realm, NEW.user_id, NEW.subject_kind, NEW.subject_id, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.realm, OLD.user_id, OLD.subject_kind, OLD.subject_id, OLD.created_at) THEN
    RAISE EXCEPTION 'only the amounts of a receivable change, and they only rise' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
