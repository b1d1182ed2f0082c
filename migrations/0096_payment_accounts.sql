-- W18: a bank transfer to an account that the provider opened for this purchase alone. It is `reserved` until money arrives, and
-- `expired` once the time to pay is over.
CREATE TABLE payment_accounts (
  payment_id integer PRIMARY KEY REFERENCES manual_payments (id),
  -- Ours; the provider returns it in its events.
  tx_ref text NOT NULL UNIQUE,
  bank_name text NOT NULL,
  account_number text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- When the provider was last asked whether money arrived, whose event may be lost.
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX payment_accounts_expiry ON payment_accounts (expires_at);

-- What the server records of a confirmed transfer has no operator.
ALTER TABLE payment_transfers ALTER COLUMN recorded_by DROP NOT NULL;

ALTER TABLE manual_payments
  -- Why a transfer to an account of its own was not credited by itself, in words, and what the server proposes.
  ADD COLUMN finding text,
  ADD COLUMN proposed text CHECK (proposed IN ('approve', 'reject', 'return')),
  DROP CONSTRAINT manual_payments_status_check,
  DROP CONSTRAINT manual_payments_decided,
  ADD CONSTRAINT manual_payments_status_check CHECK (status IN
    ('reserved', 'expired', 'pending', 'underpaid', 'approved', 'overpaid', 'rejected', 'returning', 'returned')) NOT VALID,
  ADD CONSTRAINT manual_payments_decided CHECK
    ((status IN ('reserved', 'expired', 'pending', 'underpaid', 'returning')) = (decided_at IS NULL)) NOT VALID;
ALTER TABLE manual_payments VALIDATE CONSTRAINT manual_payments_status_check, VALIDATE CONSTRAINT manual_payments_decided;

-- Coins are credited once: no way leads from a payment that was credited, rejected or returned to another credit.
CREATE OR REPLACE FUNCTION guard_manual_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.user_id, NEW.package_id, NEW.bid_points, NEW.price_kobo, NEW.reference, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.package_id, OLD.bid_points, OLD.price_kobo, OLD.reference, OLD.created_at) THEN
    RAISE EXCEPTION 'what a payment is for never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (CASE OLD.status
      WHEN 'reserved' THEN NEW.status NOT IN ('reserved', 'expired', 'pending', 'underpaid', 'approved')
      WHEN 'expired' THEN NEW.status NOT IN ('expired', 'pending', 'underpaid', 'approved')
      WHEN 'pending' THEN NEW.status IN ('returned', 'reserved', 'expired')
      WHEN 'underpaid' THEN NEW.status NOT IN ('underpaid', 'pending', 'returning')
      WHEN 'returning' THEN NEW.status NOT IN ('returning', 'returned')
      WHEN 'overpaid' THEN NEW.status NOT IN ('overpaid', 'approved')
      ELSE true END) THEN
    RAISE EXCEPTION 'a payment is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
