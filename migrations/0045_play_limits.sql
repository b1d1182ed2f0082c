-- Responsible play (G1 to G4): limits, breaks, what players spent and won by day, and play sessions.

-- What a player set. A row exists once the player has set something, and is never deleted.
CREATE TABLE play_limits (
  user_id uuid PRIMARY KEY,
  realm integer NOT NULL,
  -- Coins; NULL is no limit. `next_…` replaces it at `…_changes_at`, without any write.
  day_limit bigint CHECK (day_limit > 0),
  next_day_limit bigint CHECK (next_day_limit > 0),
  day_changes_at timestamptz(3),
  week_limit bigint CHECK (week_limit > 0),
  next_week_limit bigint CHECK (next_week_limit > 0),
  week_changes_at timestamptz(3),
  time_out_until timestamptz(3),
  -- 'infinity' is for good.
  excluded_until timestamptz(3),
  CHECK (next_day_limit IS NULL OR day_changes_at IS NOT NULL),
  CHECK (next_week_limit IS NULL OR week_changes_at IS NOT NULL)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- G2: no role shortens a break.
CREATE FUNCTION guard_play_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.time_out_until > clock_timestamp() AND NEW.time_out_until IS DISTINCT FROM greatest(NEW.time_out_until, OLD.time_out_until))
    OR (OLD.excluded_until > clock_timestamp() AND NEW.excluded_until IS DISTINCT FROM greatest(NEW.excluded_until, OLD.excluded_until))
    OR NEW.user_id <> OLD.user_id THEN
    RAISE EXCEPTION 'a time-out or a self-exclusion is never shortened' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER play_limits_guard BEFORE UPDATE ON play_limits FOR EACH ROW EXECUTE FUNCTION guard_play_limits();
CREATE TRIGGER play_limits_keep BEFORE DELETE ON play_limits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER play_limits_no_truncate BEFORE TRUNCATE ON play_limits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each change, for the player's record.
CREATE TABLE play_limit_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('day_limit', 'week_limit', 'time_out', 'self_exclusion')),
  -- Of a limit, in coins; NULL removes it.
  amount bigint CHECK (amount > 0),
  -- When a limit applies, or a break ends.
  at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (amount IS NULL OR kind IN ('day_limit', 'week_limit'))
);
CREATE INDEX play_limit_changes_of_user ON play_limit_changes (user_id, id);
CREATE TRIGGER play_limit_changes_append_only BEFORE UPDATE OR DELETE ON play_limit_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER play_limit_changes_no_truncate BEFORE TRUNCATE ON play_limit_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether the player has a row in play_limits. On the wallet, because every command that spends locks it: a player
-- without limits costs no further query, and a change is seen by every command that locks the wallet after it.
ALTER TABLE wallets ADD COLUMN is_restricted boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.realm = OLD.realm AND NEW.user_id = OLD.user_id THEN
    IF pg_trigger_depth() >= 2 AND NEW.version = OLD.version + 1 AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at
      AND NEW.is_restricted = OLD.is_restricted THEN
      RETURN NEW;
    END IF;
    IF (NEW.available, NEW.held, NEW.bonus, NEW.task, NEW.version) = (OLD.available, OLD.held, OLD.bonus, OLD.task, OLD.version) THEN
      IF OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND NEW.is_restricted = OLD.is_restricted THEN
        RETURN NEW;
      END IF;
      -- G1: it is set with the first limit or break, and stays.
      IF pg_trigger_depth() >= 2 AND NEW.is_restricted AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'a balance in wallets moves only by a posting, and a wallet closes once' USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION restrict_wallet() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE wallets SET is_restricted = true WHERE user_id = NEW.user_id AND NOT is_restricted;
  RETURN NULL;
END $$;
CREATE TRIGGER play_limits_restrict AFTER INSERT ON play_limits FOR EACH ROW EXECUTE FUNCTION restrict_wallet();

-- What each player spent, got back and won on each day of Africa/Lagos (X3). Only count_play writes it.
CREATE TABLE play_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  -- Entry fees, tickets, stakes and captured bids.
  spent bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  won bigint NOT NULL DEFAULT 0,
  -- The wallet's number of the day's first posting that counts, so that the audit finds the postings of a day.
  first_seq bigint NOT NULL,
  PRIMARY KEY (user_id, day)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX play_days_by_day ON play_days (day, user_id);

-- A posting changes its wallet first, so the wallet's lock also orders the changes of its days.
CREATE FUNCTION count_play() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moved_kind text;
  moved_on date;
  is_debit CONSTANT boolean := NEW.source IN ('available', 'held', 'bonus');
  spent bigint := 0;
  refunded bigint := 0;
  won bigint := 0;
BEGIN
  SELECT t.kind, (t.created_at AT TIME ZONE 'Africa/Lagos')::date INTO moved_kind, moved_on FROM transfers t WHERE t.id = NEW.transfer_id;
  IF moved_kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture') AND is_debit THEN
    spent := NEW.amount;
  ELSIF moved_kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'refund') THEN
    refunded := CASE WHEN is_debit THEN -NEW.amount ELSE NEW.amount END;
  ELSIF moved_kind IN ('prize', 'bet_settle', 'spin_prize') THEN
    won := CASE WHEN is_debit THEN -NEW.amount ELSE NEW.amount END;
  ELSE
    RETURN NULL;
  END IF;
  INSERT INTO play_days AS d (user_id, day, spent, refunded, won, first_seq)
  VALUES (CASE WHEN is_debit THEN NEW.source_id ELSE NEW.destination_id END, moved_on, spent, refunded, won,
    CASE WHEN is_debit THEN NEW.source_seq ELSE NEW.destination_seq END)
  ON CONFLICT ON CONSTRAINT play_days_pkey DO UPDATE
    SET spent = d.spent + excluded.spent, refunded = d.refunded + excluded.refunded, won = d.won + excluded.won;
  RETURN NULL;
END $$;
-- Holds and releases have both ends in a wallet, so a bid does not call the function.
CREATE TRIGGER postings_count_play AFTER INSERT ON postings FOR EACH ROW
  WHEN (NEW.unit = 'coin' AND (NEW.source IN ('available', 'held', 'bonus')) <> (NEW.destination IN ('available', 'held', 'bonus')))
  EXECUTE FUNCTION count_play();

-- Days before this migration, from the beginning of the month or the week, whichever is earlier. The first day is whole.
INSERT INTO play_days (user_id, day, spent, refunded, won, first_seq)
SELECT user_id, day, coalesce(sum(amount) FILTER (WHERE kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture') AND is_debit), 0),
  coalesce(sum(CASE WHEN is_debit THEN -amount ELSE amount END)
    FILTER (WHERE kind = 'refund' OR (kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture') AND NOT is_debit)), 0),
  coalesce(sum(CASE WHEN is_debit THEN -amount ELSE amount END) FILTER (WHERE kind IN ('prize', 'bet_settle', 'spin_prize')), 0),
  min(seq)
FROM (
  SELECT CASE WHEN p.source IN ('available', 'held', 'bonus') THEN p.source_id ELSE p.destination_id END AS user_id,
    CASE WHEN p.source IN ('available', 'held', 'bonus') THEN p.source_seq ELSE p.destination_seq END AS seq,
    (t.created_at AT TIME ZONE 'Africa/Lagos')::date AS day, t.kind, p.amount, p.source IN ('available', 'held', 'bonus') AS is_debit
  FROM transfers t JOIN postings p ON p.transfer_id = t.id
  WHERE t.kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'refund', 'prize', 'bet_settle', 'spin_prize')
    AND t.created_at >= least(date_trunc('month', now(), 'Africa/Lagos'), date_trunc('week', now(), 'Africa/Lagos'))
    AND p.unit = 'coin' AND (p.source IN ('available', 'held', 'bonus')) <> (p.destination IN ('available', 'held', 'bonus'))
) AS moved
GROUP BY user_id, day;

-- G3: the time that a player has played without a longer pause.
CREATE TABLE play_sessions (
  user_id uuid PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  played_ms bigint NOT NULL DEFAULT 0 CHECK (played_ms >= 0),
  -- Totals of the day of the start at that moment: spent less refunded, and won.
  spent_before bigint NOT NULL DEFAULT 0,
  won_before bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
