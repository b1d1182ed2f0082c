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

CREATE OR REPLACE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  w wallets%ROWTYPE;
  f funds%ROWTYPE;
  -- Both ends in one wallet (a hold, a release) are one change of it.
  is_within_wallet boolean := NEW.source IN ('available', 'held', 'bonus', 'task')
    AND NEW.destination IN ('available', 'held', 'bonus', 'task') AND NEW.source_id = NEW.destination_id;
BEGIN
  -- The database determines these values, whatever the statement contains.
  NEW.xid := pg_current_xact_id();
  NEW.source_seq := NULL;
  NEW.source_balance := NULL;
  NEW.destination_seq := NULL;
  NEW.destination_balance := NULL;

  IF NEW.source IN ('available', 'held', 'bonus', 'task') THEN
    UPDATE wallets SET
      available = available - CASE WHEN NEW.source = 'available' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'available' THEN NEW.amount ELSE 0 END,
      held = held - CASE WHEN NEW.source = 'held' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'held' THEN NEW.amount ELSE 0 END,
      bonus = bonus - CASE WHEN NEW.source = 'bonus' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'bonus' THEN NEW.amount ELSE 0 END,
      task = task - CASE WHEN NEW.source = 'task' THEN NEW.amount ELSE 0 END,
      version = version + 1
    WHERE user_id = NEW.source_id AND realm = NEW.realm RETURNING * INTO w;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no wallet % in realm %', NEW.source_id, NEW.realm USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.source_seq := w.version;
    NEW.source_balance := CASE NEW.source WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END;
  ELSIF NEW.source IN ('pot', 'stock', 'rewards', 'escrow') THEN
    UPDATE funds SET balance = balance - NEW.amount, version = version + 1
    WHERE id = NEW.source_id AND kind = NEW.source AND realm = NEW.realm AND unit = NEW.unit RETURNING * INTO f;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no % % in realm % of unit %', NEW.source, NEW.source_id, NEW.realm, NEW.unit USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.source_seq := f.version;
    NEW.source_balance := f.balance;
  END IF;

  IF NEW.destination IN ('available', 'held', 'bonus', 'task') THEN
    IF is_within_wallet THEN
      NEW.destination_seq := w.version;
    ELSE
      UPDATE wallets SET
        available = available + CASE WHEN NEW.destination = 'available' THEN NEW.amount ELSE 0 END,
        held = held + CASE WHEN NEW.destination = 'held' THEN NEW.amount ELSE 0 END,
        bonus = bonus + CASE WHEN NEW.destination = 'bonus' THEN NEW.amount ELSE 0 END,
        task = task + CASE WHEN NEW.destination = 'task' THEN NEW.amount ELSE 0 END,
        version = version + 1
      WHERE user_id = NEW.destination_id AND realm = NEW.realm RETURNING * INTO w;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'no wallet % in realm %', NEW.destination_id, NEW.realm USING ERRCODE = 'foreign_key_violation';
      END IF;
      NEW.destination_seq := w.version;
    END IF;
    NEW.destination_balance := CASE NEW.destination WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END;
  ELSIF NEW.destination IN ('pot', 'stock', 'rewards', 'escrow') THEN
    UPDATE funds SET balance = balance + NEW.amount, version = version + 1
    WHERE id = NEW.destination_id AND kind = NEW.destination AND realm = NEW.realm AND unit = NEW.unit RETURNING * INTO f;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no % % in realm % of unit %', NEW.destination, NEW.destination_id, NEW.realm, NEW.unit USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.destination_seq := f.version;
    NEW.destination_balance := f.balance;
  END IF;
  RETURN NEW;
END $$;

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
