-- Contests (C1 to C13) and fair draws (F1).
ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
-- L2: NOT VALID, since every row passed the shorter list.
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN (
  'purchase', 'send', 'send_charge', 'entry_fee', 'bid_hold', 'bid_release', 'bid_capture', 'ticket', 'prize', 'refund',
  'bet_stake', 'bet_settle', 'bet_fee', 'payout_hold', 'payout_release', 'payout_capture', 'payout_return', 'trade_reserve',
  'trade', 'stock_in', 'stock_out', 'affiliate_reward', 'spin_prize', 'task_reward', 'subsidy', 'subsidy_return', 'fund',
  'adjust')) NOT VALID;

CREATE TABLE contests (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 2001) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  kind text NOT NULL CHECK (kind IN ('tap', 'card', 'math')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description text NOT NULL DEFAULT '',
  -- The stored picture's name without size and ending, NULL for drawn art.
  image text,
  entry_fee bigint NOT NULL CHECK (entry_fee BETWEEN 0 AND 1000000000),
  prize bigint NOT NULL CHECK (prize BETWEEN 1 AND 1000000000),
  minimum_users integer NOT NULL CHECK (minimum_users BETWEEN 1 AND 1000000),

  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'ended', 'cancelling', 'void')),
  status_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- What `cancelling` becomes when the last entry is refunded.
  final_status text CHECK (final_status = 'void'),
  starts_at timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,

  -- The fund that fees and subsidy go to (L7).
  pot_id uuid NOT NULL,
  -- What `rewards` put into the pot.
  subsidy bigint NOT NULL DEFAULT 0 CHECK (subsidy >= 0),

  -- C5: at most ten rows of user, name, picture, score and seq, best first. Scores only rise, so the next top is within this
  -- one and the rows of a batch.
  top jsonb NOT NULL DEFAULT '[]',
  -- Number of plays that raised a score: the order in which scores were reached (C8).
  seq bigint NOT NULL DEFAULT 0,
  -- With the number of players it is the room's version.
  version bigint NOT NULL DEFAULT 1,

  winner_id uuid,
  won_available bigint,
  won_bonus bigint,
  -- C6.
  is_flagged boolean NOT NULL DEFAULT false,

  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz(3),
  -- The notices of a settled contest were written, all or up to a user.
  told_at timestamptz(3),
  told_upto uuid,
  cancel_reason text,
  CHECK (starts_at < end_date),
  CHECK ((status = 'cancelling') <= (final_status IS NOT NULL)),
  CHECK ((status = 'ended') = (winner_id IS NOT NULL))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000);
CREATE INDEX contests_due_start ON contests (starts_at) WHERE status = 'pending';
CREATE INDEX contests_due_end ON contests (end_date) WHERE status IN ('pending', 'active');
CREATE INDEX contests_cancelling ON contests (id) WHERE status = 'cancelling';
CREATE INDEX contests_untold ON contests (id) WHERE settled_at IS NOT NULL AND told_at IS NULL;
-- The lobbies, newest first.
CREATE INDEX contests_open ON contests (realm, kind, id) WHERE status IN ('pending', 'active');
-- Room `contests`.
CREATE INDEX contests_changes ON contests (realm, status_at DESC, id DESC);
-- C11: the month's winners.
CREATE INDEX contests_won ON contests (settled_at DESC, id DESC) WHERE status = 'ended' AND realm = 0;
-- O3: an index for each order and filter.
CREATE INDEX contests_title ON contests (title, id);
CREATE INDEX contests_kind ON contests (kind, id);
CREATE INDEX contests_end ON contests (end_date, id);
CREATE INDEX contests_by_status ON contests (status, realm, end_date, id);
CREATE INDEX contests_by_realm ON contests (realm, id);
CREATE INDEX contests_flagged ON contests (id) WHERE is_flagged;

-- Number of players. A row of its own: joining does not touch the contest's row, whose lock belongs to the plays.
CREATE TABLE contest_player_counts (
  contest_id integer PRIMARY KEY,
  players integer NOT NULL DEFAULT 0 CHECK (players BETWEEN 0 AND 1048575)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- Who paid what. No foreign keys: the audit checks what they would.
CREATE TABLE contest_entries (
  contest_id integer NOT NULL,
  user_id uuid NOT NULL,
  transfer_id uuid,
  paid_available bigint NOT NULL,
  paid_bonus bigint NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  refunded_by uuid,
  PRIMARY KEY (contest_id, user_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0.01);
CREATE INDEX contest_entries_refundable ON contest_entries (contest_id, user_id)
  WHERE refunded_by IS NULL AND paid_available + paid_bonus > 0;
CREATE INDEX contest_entries_joined ON contest_entries (joined_at);

-- What a player has reached. Updated by every batch, so without any index but the key: updates stay heap-only.
CREATE TABLE contest_scores (
  contest_id integer NOT NULL,
  user_id uuid NOT NULL,
  score integer NOT NULL DEFAULT 0 CHECK (score >= 0),
  -- The contest's seq when this score was reached; 0 without a point.
  reached_seq bigint NOT NULL DEFAULT 0,
  -- What the play keeps: the bucket of taps, the last pick, the open question. NULL before the first play.
  state jsonb,
  -- The batch that wrote the row last, which proves that it was committed (A12).
  batch_id uuid,
  PRIMARY KEY (contest_id, user_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_limit = 1000);

-- Every card drawn, for ever.
CREATE TABLE card_draws (
  contest_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- From 1 in each game of a player.
  nonce integer NOT NULL CHECK (nonce > 0),
  position smallint NOT NULL CHECK (position BETWEEN 0 AND 2),
  -- The draw: which of the six orders of the cards.
  card_order smallint NOT NULL CHECK (card_order BETWEEN 0 AND 5),
  value smallint NOT NULL CHECK (value IN (0, 5, 10)),
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (contest_id, user_id, nonce)
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000, autovacuum_freeze_min_age = 0,
  autovacuum_analyze_scale_factor = 0.01);
CREATE TRIGGER card_draws_append_only BEFORE UPDATE OR DELETE ON card_draws FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER card_draws_no_truncate BEFORE TRUNCATE ON card_draws FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every answered question, for ever.
CREATE TABLE math_answers (
  contest_id integer NOT NULL,
  user_id uuid NOT NULL,
  no integer NOT NULL CHECK (no > 0),
  question_id uuid NOT NULL,
  number1 smallint NOT NULL,
  number2 smallint NOT NULL,
  picked integer NOT NULL,
  is_correct boolean NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (contest_id, user_id, no),
  CHECK (is_correct = (picked = number1 + number2))
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000, autovacuum_freeze_min_age = 0,
  autovacuum_analyze_scale_factor = 0.01);
CREATE TRIGGER math_answers_append_only BEFORE UPDATE OR DELETE ON math_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER math_answers_no_truncate BEFORE TRUNCATE ON math_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- F1, C13: one server seed for each subject and user. The seed is encrypted under SECRETS_KEY; the commitment is public.
CREATE TABLE fair_seeds (
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  user_id uuid NOT NULL,
  commitment bytea NOT NULL CHECK (length(commitment) = 32),
  sealed_seed bytea NOT NULL,
  -- Set by the first draw.
  client_seed text CHECK (length(client_seed) BETWEEN 1 AND 64),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, user_id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE FUNCTION guard_fair_seed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.client_seed IS NOT NULL
    OR (NEW.subject_kind, NEW.subject_id, NEW.user_id, NEW.commitment, NEW.sealed_seed, NEW.created_at)
      IS DISTINCT FROM (OLD.subject_kind, OLD.subject_id, OLD.user_id, OLD.commitment, OLD.sealed_seed, OLD.created_at) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fair_seeds_keep BEFORE UPDATE OR DELETE ON fair_seeds FOR EACH ROW EXECUTE FUNCTION guard_fair_seed();
CREATE TRIGGER fair_seeds_no_truncate BEFORE TRUNCATE ON fair_seeds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The seed that a user chose for draws to come.
CREATE TABLE client_seeds (
  user_id uuid PRIMARY KEY,
  client_seed text NOT NULL CHECK (length(client_seed) BETWEEN 1 AND 64)
) WITH (fillfactor = 80);
