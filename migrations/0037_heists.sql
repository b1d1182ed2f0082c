-- Heists (H1 to H9): a vault with a question, tickets with a hard capacity, one answer for each ticket.
CREATE TABLE heists (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 3001) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  story text NOT NULL DEFAULT '',
  -- The stored picture's name without size and ending, NULL for drawn art.
  image text,
  category text NOT NULL CHECK (category IN ('cash', 'product', 'coupon')),
  -- In coins, for every category (H9).
  prize bigint NOT NULL CHECK (prize BETWEEN 1 AND 1000000000),
  prize_name text NOT NULL CHECK (length(prize_name) BETWEEN 1 AND 120),
  ticket_price bigint NOT NULL CHECK (ticket_price BETWEEN 0 AND 1000000000),
  winner_rule text NOT NULL DEFAULT 'earliest' CHECK (winner_rule IN ('earliest', 'draw')),
  capacity integer NOT NULL CHECK (capacity BETWEEN 1 AND 100000),
  minimum_users integer NOT NULL CHECK (minimum_users BETWEEN 1 AND capacity),
  target_users integer NOT NULL DEFAULT 0 CHECK (target_users BETWEEN 0 AND 1000000),
  reward_bid_points bigint NOT NULL DEFAULT 0 CHECK (reward_bid_points BETWEEN 0 AND 1000000000),

  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 500),
  -- Accepted answers as the operator wrote them. The first is shown at the end.
  answers jsonb NOT NULL CHECK (jsonb_array_length(answers) BETWEEN 1 AND 20),
  -- SHA-256 over the salt, the question and the answers (H3).
  answer_salt bytea NOT NULL CHECK (length(answer_salt) = 16),
  answer_commitment bytea NOT NULL CHECK (length(answer_commitment) = 32),
  -- F1: the seed of the draw among correct answers, encrypted under SECRETS_KEY, and its SHA-256.
  draw_commitment bytea NOT NULL CHECK (length(draw_commitment) = 32),
  sealed_draw_seed bytea NOT NULL,

  -- `cancelling`: while tickets are refunded.
  status text NOT NULL DEFAULT 'waiting'
    CHECK (status IN ('waiting', 'available', 'on_hold', 'started', 'completed', 'cancelling', 'cancelled')),
  status_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- What `cancelling` becomes when the last ticket is refunded: `completed` when no answer was correct.
  final_status text CHECK (final_status IN ('completed', 'cancelled')),
  opens_at timestamptz(3) NOT NULL,
  -- From then it is on hold.
  holds_at timestamptz(3) NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,

  -- The fund that tickets and subsidy go to (H9, L7).
  pot_id uuid NOT NULL,
  -- What `rewards` put into the pot.
  subsidy bigint NOT NULL DEFAULT 0 CHECK (subsidy >= 0),
  -- Tickets sold, and the number of the last one (H2).
  participants integer NOT NULL DEFAULT 0 CHECK (participants BETWEEN 0 AND capacity),
  version bigint NOT NULL DEFAULT 1,

  winner_id uuid,
  winner_username text,
  winner_profile text,
  won_available bigint,
  won_bonus bigint,

  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz(3),
  -- The notices of a settled heist were written, all or up to a user.
  told_at timestamptz(3),
  told_upto uuid,
  cancel_reason text,
  CHECK (opens_at <= holds_at AND holds_at <= starts_at AND starts_at < end_date),
  CHECK ((status = 'cancelling') <= (final_status IS NOT NULL)),
  CHECK (winner_id IS NULL OR status = 'completed')
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000);
CREATE INDEX heists_due_open ON heists (opens_at, id) WHERE status = 'waiting';
CREATE INDEX heists_due_hold ON heists (holds_at, id) WHERE status = 'available';
CREATE INDEX heists_due_start ON heists (starts_at, id) WHERE status = 'on_hold';
CREATE INDEX heists_due_end ON heists (end_date, id) WHERE status IN ('waiting', 'available', 'on_hold', 'started');
CREATE INDEX heists_cancelling ON heists (id) WHERE status = 'cancelling';
CREATE INDEX heists_untold ON heists (id) WHERE settled_at IS NOT NULL AND told_at IS NULL;
-- The lists of one status, and of the completed ones, newest first.
CREATE INDEX heists_listed ON heists (realm, status, id);
CREATE INDEX heists_completed ON heists (realm, settled_at DESC, id DESC) WHERE status = 'completed';
-- Room `heists`.
CREATE INDEX heists_changes ON heists (realm, status_at DESC, id DESC);
-- T5: the subjects that can be promoted.
CREATE INDEX heists_promoted ON heists (realm, id)
  WHERE target_users > 0 AND status IN ('waiting', 'available', 'on_hold');
-- O3: an index for each order and filter.
CREATE INDEX heists_name ON heists (name, id);
CREATE INDEX heists_category ON heists (category, id);
CREATE INDEX heists_end ON heists (end_date, id);
CREATE INDEX heists_by_status ON heists (status, realm, end_date, id);
CREATE INDEX heists_by_realm ON heists (realm, id);

-- Who paid what. No foreign keys: the audit checks what they would.
CREATE TABLE heist_tickets (
  heist_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- From 1, in the order of sale.
  no integer NOT NULL CHECK (no > 0),
  transfer_id uuid,
  paid_available bigint NOT NULL,
  paid_bonus bigint NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  refunded_by uuid,
  PRIMARY KEY (heist_id, user_id),
  UNIQUE (heist_id, no)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0.01);
CREATE INDEX heist_tickets_refundable ON heist_tickets (heist_id, user_id)
  WHERE refunded_by IS NULL AND paid_available + paid_bonus > 0;
CREATE INDEX heist_tickets_joined ON heist_tickets (joined_at);
CREATE INDEX heist_tickets_of_user ON heist_tickets (user_id, heist_id);

-- One answer for each ticket holder. Whether it is correct is decided at the end and not stored before (H3).
CREATE TABLE heist_answers (
  heist_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- The order of answers: by the database's clock, then within one batch.
  seq integer NOT NULL CHECK (seq > 0),
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 200),
  -- The form in which answers are compared.
  normalized text NOT NULL CHECK (length(normalized) BETWEEN 1 AND 200),
  answered_at timestamptz(3) NOT NULL,
  -- An operator accepted it before the end, since it nearly equals an accepted answer.
  accepted_by uuid,
  PRIMARY KEY (heist_id, user_id),
  UNIQUE (heist_id, seq)
) WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 500000,
  autovacuum_analyze_scale_factor = 0.01);
CREATE FUNCTION guard_heist_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.accepted_by IS NOT NULL
    OR (NEW.heist_id, NEW.user_id, NEW.seq, NEW.answer, NEW.normalized, NEW.answered_at)
      IS DISTINCT FROM (OLD.heist_id, OLD.user_id, OLD.seq, OLD.answer, OLD.normalized, OLD.answered_at) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER heist_answers_keep BEFORE UPDATE OR DELETE ON heist_answers FOR EACH ROW EXECUTE FUNCTION guard_heist_answer();
CREATE TRIGGER heist_answers_no_truncate BEFORE TRUNCATE ON heist_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- H3: what was committed before the first ticket never changes after it.
CREATE FUNCTION guard_heist_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.participants > 0 AND (NEW.question, NEW.answers, NEW.answer_salt, NEW.answer_commitment, NEW.draw_commitment,
      NEW.sealed_draw_seed, NEW.ticket_price, NEW.prize, NEW.category, NEW.winner_rule)
    IS DISTINCT FROM (OLD.question, OLD.answers, OLD.answer_salt, OLD.answer_commitment, OLD.draw_commitment,
      OLD.sealed_draw_seed, OLD.ticket_price, OLD.prize, OLD.category, OLD.winner_rule) THEN
    RAISE EXCEPTION 'the terms of a heist do not change once a ticket was sold' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER heists_terms BEFORE UPDATE ON heists FOR EACH ROW EXECUTE FUNCTION guard_heist_terms();

-- H7: sessions that entered the unlock code.
CREATE TABLE heist_unlocks (
  session_id uuid PRIMARY KEY,
  unlocked_until timestamptz(3) NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX heist_unlocks_until ON heist_unlocks (unlocked_until);

-- H4, H8: won prizes without an order, and with one once the checkout has set `order_id`.
CREATE TABLE heist_orders (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 500001) PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  heist_id integer NOT NULL UNIQUE REFERENCES heists (id),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'delivered', 'refunded')),
  address text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX heist_orders_of_user ON heist_orders (user_id, id DESC);
CREATE INDEX heist_orders_status ON heist_orders (status, id);
CREATE INDEX heist_orders_updated ON heist_orders (updated_at, id);
CREATE TABLE heist_cart_items (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  heist_id integer NOT NULL UNIQUE REFERENCES heists (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  order_id integer REFERENCES heist_orders (id)
);
CREATE INDEX heist_cart_items_open ON heist_cart_items (user_id, id) WHERE order_id IS NULL;
