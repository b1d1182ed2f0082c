-- Profiles, account deletion and notification preferences (W17, S6, S7, W6).

ALTER TABLE users
  ADD COLUMN username_changed_at timestamptz(3),
  -- A new address, until the code mailed to it is entered.
  ADD COLUMN email_pending citext;

-- W17: old usernames, which other users cannot take until a time.
CREATE TABLE reserved_usernames (
  username citext PRIMARY KEY,
  user_id uuid NOT NULL,
  until timestamptz(3) NOT NULL
);
CREATE INDEX reserved_usernames_until ON reserved_usernames (until);

-- After the write: the unique index has then waited for the transaction that gave the name up, so this query finds its
-- reservation.
CREATE FUNCTION refuse_reserved_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reserved_usernames r
    WHERE r.username = NEW.username AND r.user_id <> NEW.id AND r.until > clock_timestamp()) THEN
    RAISE EXCEPTION 'the username is reserved' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_new_username AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_reserved_username();
CREATE TRIGGER users_changed_username AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN (NEW.username <> OLD.username) EXECUTE FUNCTION refuse_reserved_username();

-- The list of a user's referrals, newest first.
CREATE INDEX users_referrals ON users (referred_by, id) WHERE referred_by IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE notification_preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  muted text[] NOT NULL
);

-- S7: the wallet of a deleted account. It stays empty: its credits go to the unclaimed account.
ALTER TABLE wallets ADD COLUMN closed_at timestamptz(3),
  ADD CONSTRAINT wallets_closed_empty CHECK (closed_at IS NULL OR (available = 0 AND held = 0 AND bonus = 0 AND task = 0)) NOT VALID;
CREATE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.realm = OLD.realm AND NEW.user_id = OLD.user_id THEN
    IF pg_trigger_depth() >= 2 AND NEW.version = OLD.version + 1 AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at THEN
      RETURN NEW;
    END IF;
    IF OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
      AND (NEW.available, NEW.held, NEW.bonus, NEW.task, NEW.version)
        = (OLD.available, OLD.held, OLD.bonus, OLD.task, OLD.version) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a balance in wallets moves only by a posting, and a wallet closes once' USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER wallets_guard ON wallets;
CREATE TRIGGER wallets_guard BEFORE UPDATE ON wallets FOR EACH ROW EXECUTE FUNCTION guard_wallet();

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
      WHERE user_id = NEW.destination_id AND realm = NEW.realm AND closed_at IS NULL RETURNING * INTO w;
      IF FOUND THEN
        NEW.destination_seq := w.version;
      ELSIF EXISTS (SELECT FROM wallets WHERE user_id = NEW.destination_id AND realm = NEW.realm) THEN
        -- S7: the account was deleted. Only here is the decision made under the wallet's lock for every credit.
        NEW.destination := 'unclaimed';
        NEW.destination_id := NULL;
      ELSE
        RAISE EXCEPTION 'no wallet % in realm %', NEW.destination_id, NEW.realm USING ERRCODE = 'foreign_key_violation';
      END IF;
    END IF;
    IF NEW.destination_id IS NOT NULL THEN
      NEW.destination_balance := CASE NEW.destination WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END;
    END IF;
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
