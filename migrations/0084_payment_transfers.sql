-- W2a: what arrived for a bank transfer when it was another amount than the price, and what went back. Append-only.
CREATE TABLE payment_transfers (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  payment_id integer NOT NULL REFERENCES manual_payments (id),
  -- Below zero for money that went back.
  amount_kobo bigint NOT NULL CHECK (amount_kobo <> 0),
  bank_reference text NOT NULL,
  -- The account it came from, as the bank names it: money goes back only there.
  sender text NOT NULL,
  -- The arrival whose money went back.
  returns integer REFERENCES payment_transfers (id),
  sent_at timestamptz(3) NOT NULL,
  recorded_by uuid NOT NULL REFERENCES users (id),
  recorded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK ((amount_kobo < 0) = (returns IS NOT NULL))
);
CREATE INDEX payment_transfers_payment ON payment_transfers (payment_id, id);
CREATE UNIQUE INDEX payment_transfers_once ON payment_transfers (comparable_reference(bank_reference));
CREATE TRIGGER payment_transfers_append_only BEFORE UPDATE OR DELETE ON payment_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_transfers_no_truncate BEFORE TRUNCATE ON payment_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE manual_payments
  -- What the buyer chose when too little had arrived.
  ADD COLUMN choice text CHECK (choice IN ('rest', 'back')),
  -- Until when the payment waits for the rest.
  ADD COLUMN rest_until timestamptz(3),
  ADD COLUMN changed_at timestamptz(3),
  DROP CONSTRAINT manual_payments_status_check,
  DROP CONSTRAINT manual_payments_check,
  DROP CONSTRAINT manual_payments_check1,
  DROP CONSTRAINT manual_payments_check2,
  -- `overpaid` is credited, and has an extra that goes back.
  ADD CONSTRAINT manual_payments_status_check CHECK (status IN
    ('pending', 'underpaid', 'approved', 'overpaid', 'rejected', 'returning', 'returned')) NOT VALID,
  ADD CONSTRAINT manual_payments_decided CHECK ((status IN ('pending', 'underpaid', 'returning')) = (decided_at IS NULL)) NOT VALID,
  ADD CONSTRAINT manual_payments_proved CHECK ((status IN ('approved', 'overpaid')) = (bank_reference IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT manual_payments_reason CHECK (status IN ('returning', 'returned') OR (status = 'rejected') = (reason IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT manual_payments_rest CHECK
    (status = 'pending' OR (status = 'underpaid') = (rest_until IS NOT NULL)) NOT VALID;
ALTER TABLE manual_payments VALIDATE CONSTRAINT manual_payments_status_check, VALIDATE CONSTRAINT manual_payments_decided,
  VALIDATE CONSTRAINT manual_payments_proved, VALIDATE CONSTRAINT manual_payments_reason,
  VALIDATE CONSTRAINT manual_payments_rest;
CREATE INDEX manual_payments_rest_until ON manual_payments (rest_until) WHERE rest_until IS NOT NULL;
CREATE INDEX manual_payments_changed ON manual_payments (coalesce(changed_at, decided_at, created_at));

-- Coins are credited once: no way leads from a payment that was credited, rejected or returned to another credit.
CREATE FUNCTION guard_manual_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.package_id, NEW.bid_points, NEW.price_kobo, NEW.reference, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.package_id, OLD.bid_points, OLD.price_kobo, OLD.reference, OLD.created_at) THEN
    RAISE EXCEPTION 'what a payment is for never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (CASE OLD.status
      WHEN 'pending' THEN NEW.status = 'returned'
      WHEN 'underpaid' THEN NEW.status NOT IN ('underpaid', 'pending', 'returning')
      WHEN 'returning' THEN NEW.status NOT IN ('returning', 'returned')
      WHEN 'overpaid' THEN NEW.status NOT IN ('overpaid', 'approved')
      ELSE true END) THEN
    RAISE EXCEPTION 'a payment is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER manual_payments_guard ON manual_payments;
CREATE TRIGGER manual_payments_guard BEFORE UPDATE ON manual_payments FOR EACH ROW EXECUTE FUNCTION guard_manual_payment();
