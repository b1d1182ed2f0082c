-- Accounts and kinds of transfers of the wallet (L1, L2), and what users owe after chargebacks (W5).

-- The coins of a P2P trade are in escrow from the reservation to the decision (W4).
ALTER TYPE account_kind ADD VALUE 'escrow' BEFORE 'issuance';
ALTER TABLE funds DROP CONSTRAINT funds_kind_check;
-- As text, because a new value of a type cannot be used in the transaction that adds it.
ALTER TABLE funds ADD CONSTRAINT funds_kind_check CHECK (kind::text IN ('pot', 'stock', 'rewards', 'escrow')) NOT VALID;

ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN (
  'purchase', 'chargeback', 'recovery', 'send', 'send_charge', 'entry_fee', 'bid_hold', 'bid_release', 'bid_capture', 'ticket',
  'prize', 'refund', 'bet_stake', 'bet_settle', 'bet_fee', 'payout_hold', 'payout_release', 'payout_capture', 'payout_return',
  'trade_reserve', 'trade', 'escrow_return', 'stock_in', 'stock_out', 'affiliate_reward', 'spin_prize', 'task_reward',
  'task_convert', 'subsidy', 'subsidy_return', 'forfeit', 'fund', 'adjust')) NOT VALID;

-- W5: what a user owes, one row for each case. The next credits repay it.
CREATE TABLE receivables (
  id uuid PRIMARY KEY,
  realm integer NOT NULL REFERENCES realms (id),
  user_id uuid NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  recovered bigint NOT NULL DEFAULT 0 CHECK (recovered BETWEEN 0 AND amount),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT receivables_once UNIQUE (subject_kind, subject_id)
);
CREATE INDEX receivables_open ON receivables (user_id, id) WHERE recovered < amount;
CREATE FUNCTION guard_receivable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.recovered < OLD.recovered
    OR (NEW.id, NEW.realm, NEW.user_id, NEW.subject_kind, NEW.subject_id, NEW.amount, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.realm, OLD.user_id, OLD.subject_kind, OLD.subject_id, OLD.amount, OLD.created_at) THEN
    RAISE EXCEPTION 'only the recovered amount of a receivable changes, and it only rises' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER receivables_guard BEFORE UPDATE ON receivables FOR EACH ROW EXECUTE FUNCTION guard_receivable();
CREATE TRIGGER receivables_keep BEFORE DELETE ON receivables FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receivables_no_truncate BEFORE TRUNCATE ON receivables FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- W2: a reference of the bank proves one incoming payment, of a bank transfer or of a trade.
CREATE TABLE bank_references (
  reference citext PRIMARY KEY,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER bank_references_append_only BEFORE UPDATE OR DELETE ON bank_references FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- S6: PINs. A user without a row has none.
CREATE TABLE pins (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- Argon2id of the PIN and a pepper.
  pin_hash text NOT NULL,
  -- Since the last right PIN or recovery.
  wrong_tries smallint NOT NULL DEFAULT 0,
  locked_until timestamptz(3),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
