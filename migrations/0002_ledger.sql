-- The ledger (L1 to L9). Inserting a posting is the only way a balance moves: the trigger on `postings`
-- applies it, and the guard on `wallets` and `funds` refuses every other change.

CREATE TYPE account_kind AS ENUM (
  'available', 'held', 'bonus', 'task',             -- a user's wallet: id = users.id
  'pot', 'stock', 'rewards',                        -- a fund with a balance: id = funds.id
  'issuance', 'revenue', 'payouts', 'unclaimed'     -- the house: no id, no running balance
);
CREATE TYPE coin_unit AS ENUM ('coin', 'task');

CREATE TABLE wallets (
  user_id uuid PRIMARY KEY,
  realm integer NOT NULL REFERENCES realms (id),
  available bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_available_not_negative CHECK (available >= 0),
  held bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_held_not_negative CHECK (held >= 0),
  bonus bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_bonus_not_negative CHECK (bonus >= 0),
  task bigint NOT NULL DEFAULT 0 CONSTRAINT wallets_task_not_negative CHECK (task >= 0),
  -- The number of the last posting on this wallet.
  version bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70); -- room for updates in place: the one change a wallet ever sees

CREATE TABLE funds (
  id uuid PRIMARY KEY,
  kind account_kind NOT NULL CHECK (kind IN ('pot', 'stock', 'rewards')),
  realm integer NOT NULL REFERENCES realms (id),
  unit coin_unit NOT NULL DEFAULT 'coin',
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  balance bigint NOT NULL DEFAULT 0 CONSTRAINT funds_balance_not_negative CHECK (balance >= 0),
  version bigint NOT NULL DEFAULT 0,
  UNIQUE (kind, realm, unit, subject_kind, subject_id)
) WITH (fillfactor = 70);

CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN (
    'purchase', 'send', 'send_charge', 'entry_fee', 'bid_hold', 'bid_release', 'bid_capture', 'ticket', 'prize', 'refund',
    'bet_stake', 'bet_settle', 'bet_fee', 'payout_hold', 'payout_release', 'payout_capture', 'payout_return', 'trade_reserve',
    'trade', 'stock_in', 'stock_out', 'affiliate_reward', 'spin_prize', 'task_reward', 'subsidy', 'fund', 'adjust')),
  realm integer NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- Says which one effect this is; with the kind it exists once.
  key text NOT NULL,
  input_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT transfers_once UNIQUE (kind, key)
);

-- No foreign keys: they cost a third of the insert rate; the audit checks what they would.
CREATE TABLE postings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id uuid NOT NULL,
  no smallint NOT NULL,
  realm integer NOT NULL,
  unit coin_unit NOT NULL,
  amount bigint NOT NULL CONSTRAINT postings_amount_positive CHECK (amount > 0),
  source account_kind NOT NULL,
  source_id uuid,
  destination account_kind NOT NULL,
  destination_id uuid,
  -- Filled by the trigger: the wallet's or fund's sequence number and balance after this posting.
  source_seq bigint,
  source_balance bigint,
  destination_seq bigint,
  destination_balance bigint,
  -- Roll-ups and the audit read up to pg_snapshot_xmin, which an ascending id alone cannot give (late commits).
  -- Filled by the trigger.
  xid xid8 NOT NULL,
  CONSTRAINT postings_transfer_no UNIQUE (transfer_id, no),
  CONSTRAINT postings_ends_differ CHECK (source <> destination OR source_id IS DISTINCT FROM destination_id),
  CONSTRAINT postings_source_id CHECK ((source_id IS NULL) = (source IN ('issuance', 'revenue', 'payouts', 'unclaimed'))),
  CONSTRAINT postings_destination_id CHECK ((destination_id IS NULL) = (destination IN ('issuance', 'revenue', 'payouts', 'unclaimed'))),
  CONSTRAINT postings_source_numbered CHECK (num_nulls(source_id, source_seq, source_balance) IN (0, 3)),
  CONSTRAINT postings_destination_numbered CHECK (num_nulls(destination_id, destination_seq, destination_balance) IN (0, 3)),
  CONSTRAINT postings_one_unit CHECK (
    (source <> 'task' OR unit = 'task') AND (destination <> 'task' OR unit = 'task')
    AND (source NOT IN ('available', 'held', 'bonus') OR unit = 'coin')
    AND (destination NOT IN ('available', 'held', 'bonus') OR unit = 'coin'))
);
CREATE INDEX postings_source ON postings (source_id, source_seq) WHERE source_id IS NOT NULL;
CREATE INDEX postings_destination ON postings (destination_id, destination_seq) WHERE destination_id IS NOT NULL;
CREATE INDEX postings_xid ON postings (xid);

CREATE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  w wallets%ROWTYPE;
  f funds%ROWTYPE;
  -- Both ends in one wallet (a hold, a release) are one change of it.
  is_within_wallet boolean := NEW.source IN ('available', 'held', 'bonus', 'task')
    AND NEW.destination IN ('available', 'held', 'bonus', 'task') AND NEW.source_id = NEW.destination_id;
BEGIN
  -- Whatever the statement said: these are the database's to say.
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
  ELSIF NEW.source IN ('pot', 'stock', 'rewards') THEN
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
  ELSIF NEW.destination IN ('pot', 'stock', 'rewards') THEN
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
CREATE TRIGGER postings_apply BEFORE INSERT ON postings FOR EACH ROW EXECUTE FUNCTION apply_posting();

-- Inside apply_posting the depth is 2; an UPDATE from anywhere else comes at depth 1. A posting counts one version
-- and leaves everything but balances as it is.
CREATE FUNCTION guard_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 OR NEW.version <> OLD.version + 1 OR NEW.realm <> OLD.realm THEN
    RAISE EXCEPTION 'a balance in % moves only by a posting', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION guard_new_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.available <> 0 OR NEW.held <> 0 OR NEW.bonus <> 0 OR NEW.task <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'a new wallet is empty' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION guard_new_fund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'a new fund is empty' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallets_guard BEFORE UPDATE ON wallets FOR EACH ROW EXECUTE FUNCTION guard_balance();
CREATE TRIGGER wallets_guard_new BEFORE INSERT ON wallets FOR EACH ROW EXECUTE FUNCTION guard_new_wallet();
CREATE TRIGGER wallets_keep BEFORE DELETE ON wallets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER wallets_no_truncate BEFORE TRUNCATE ON wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER funds_guard BEFORE UPDATE ON funds FOR EACH ROW EXECUTE FUNCTION guard_balance();
CREATE TRIGGER funds_guard_new BEFORE INSERT ON funds FOR EACH ROW EXECUTE FUNCTION guard_new_fund();
CREATE TRIGGER funds_keep BEFORE DELETE ON funds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER funds_no_truncate BEFORE TRUNCATE ON funds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE ON transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfers_no_truncate BEFORE TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_no_truncate BEFORE TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- L3: what `held` is for.
CREATE TABLE holds (
  id uuid PRIMARY KEY,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  opened_by uuid NOT NULL,
  opened_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  outcome text CHECK (outcome IN ('released', 'captured')),
  closed_by uuid,
  closed_at timestamptz(3),
  CHECK ((outcome IS NULL) = (closed_by IS NULL) AND (outcome IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX holds_one_open ON holds (subject_kind, subject_id, user_id) WHERE outcome IS NULL;
CREATE INDEX holds_open_user ON holds (user_id) WHERE outcome IS NULL;

CREATE FUNCTION guard_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NOT NULL OR NEW.outcome IS NULL
    OR (NEW.id, NEW.subject_kind, NEW.subject_id, NEW.user_id, NEW.amount, NEW.opened_by, NEW.opened_at)
      IS DISTINCT FROM (OLD.id, OLD.subject_kind, OLD.subject_id, OLD.user_id, OLD.amount, OLD.opened_by, OLD.opened_at) THEN
    RAISE EXCEPTION 'a hold is closed once and otherwise never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER holds_guard BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION guard_hold();
CREATE TRIGGER holds_new_is_open BEFORE INSERT ON holds FOR EACH ROW WHEN (NEW.outcome IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holds_keep BEFORE DELETE ON holds FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holds_no_truncate BEFORE TRUNCATE ON holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The house's balances: sums of all postings with xid < upto.
CREATE TABLE house_rollups (
  account account_kind NOT NULL,
  unit coin_unit NOT NULL,
  realm integer NOT NULL,
  balance numeric NOT NULL,
  PRIMARY KEY (account, unit, realm)
);
CREATE TABLE house_rollup_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  upto xid8 NOT NULL DEFAULT '0'
);
INSERT INTO house_rollup_position DEFAULT VALUES;

-- The audit's memory: up to this version an account (a wallet by its user's id, or a fund) was found right, and these were
-- its balances then. All postings up to that version belong to transactions before audit_position.upto of that run.
CREATE TABLE audit_checkpoints (
  account_id uuid PRIMARY KEY,
  version bigint NOT NULL,
  balances jsonb NOT NULL,
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
-- Postings with xid < upto were found right; there were so many, and the house's balances after them were these.
CREATE TABLE audit_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  upto xid8 NOT NULL DEFAULT '0',
  postings bigint NOT NULL DEFAULT 0,
  house jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz(3)
);
INSERT INTO audit_position DEFAULT VALUES;
-- Bids of an auction up to this seq were found right.
CREATE TABLE audit_bids (
  auction_id integer PRIMARY KEY,
  seq integer NOT NULL
);
