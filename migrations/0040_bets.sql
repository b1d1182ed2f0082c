-- Bets of two players about a match (B2 to B4): teams and fixtures of the operators, bets with both stakes in escrow.
CREATE TABLE teams (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- A pattern and two colours.
  crest text NOT NULL CHECK (length(crest) BETWEEN 1 AND 21),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX teams_name ON teams (lower(name));
CREATE INDEX teams_by_name ON teams (name, id);

CREATE TABLE fixtures (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 2001) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  -- The home team.
  team_a_id integer NOT NULL REFERENCES teams (id),
  team_b_id integer NOT NULL REFERENCES teams (id),
  kickoff timestamptz(3) NOT NULL,
  -- B4. `result_no` counts the entry and the corrections.
  result text CHECK (result IN ('team_a', 'team_b', 'draw', 'abandoned')),
  goals_a smallint CHECK (goals_a BETWEEN 0 AND 99),
  goals_b smallint CHECK (goals_b BETWEEN 0 AND 99),
  result_no integer NOT NULL DEFAULT 0 CHECK (result_no >= 0),
  result_by uuid,
  result_at timestamptz(3),
  -- The number of the last result that was applied to all bets.
  settled_no integer NOT NULL DEFAULT 0,
  -- When all bets that no other player had joined at kickoff were cancelled; NULL before.
  closed_at timestamptz(3),
  -- When the stakes were returned since there was no result in time.
  returned_at timestamptz(3),
  -- All bets that were created about it.
  bets integer NOT NULL DEFAULT 0 CHECK (bets >= 0),
  created_by uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (team_a_id <> team_b_id),
  CHECK ((result_no = 0) = (result IS NULL)),
  CHECK ((result_no = 0) = (result_at IS NULL)),
  CHECK ((goals_a IS NULL) = (goals_b IS NULL)),
  CHECK (settled_no BETWEEN 0 AND result_no)
) WITH (fillfactor = 70);
-- The next fixture of two teams, in either order.
CREATE UNIQUE INDEX fixtures_once ON fixtures (realm, least(team_a_id, team_b_id), greatest(team_a_id, team_b_id), kickoff);
CREATE INDEX fixtures_upcoming ON fixtures (realm, kickoff, id);
CREATE INDEX fixtures_closing ON fixtures (kickoff, id) WHERE closed_at IS NULL;
CREATE INDEX fixtures_without_result ON fixtures (kickoff, id) WHERE result_no = 0 AND returned_at IS NULL;
CREATE INDEX fixtures_settling ON fixtures (id) WHERE settled_no < result_no;
-- O3: an index for each order and filter.
CREATE INDEX fixtures_kickoff ON fixtures (kickoff, id);
CREATE INDEX fixtures_team_a ON fixtures (team_a_id, id);
CREATE INDEX fixtures_team_b ON fixtures (team_b_id, id);

CREATE TABLE bets (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 700001) PRIMARY KEY,
  realm integer NOT NULL REFERENCES realms (id),
  fixture_id integer NOT NULL REFERENCES fixtures (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  -- X13.
  title_hidden_at timestamptz(3),
  creator_id uuid NOT NULL,
  opponent_id uuid,
  -- In the order of the bet: the creator backs team_a, which is either team of the fixture.
  team_a_id integer NOT NULL REFERENCES teams (id),
  team_b_id integer NOT NULL REFERENCES teams (id),
  stake_points bigint NOT NULL CHECK (stake_points BETWEEN 1 AND 1000000000),
  -- The fee as it was when the bet was created, in percent of both stakes.
  fee_percent smallint NOT NULL CHECK (fee_percent BETWEEN 0 AND 100),
  -- The fund with the stakes.
  escrow_id uuid NOT NULL UNIQUE,
  -- Encrypted under SECRETS_KEY; NULL once the creator's account is deleted.
  sealed_password bytea,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'settled', 'cancelled')),
  status_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- In the order of the bet's teams.
  result text CHECK (result IN ('team_a', 'team_b', 'draw', 'abandoned')),
  -- The number of the fixture's result that was applied; 0 before the settlement.
  settled_no integer NOT NULL DEFAULT 0 CHECK (settled_no >= 0),
  -- The number of the result whose coins were paid; lower than settled_no when a correction did not change who receives what.
  paid_no integer NOT NULL DEFAULT 0,
  fee_points bigint NOT NULL DEFAULT 0 CHECK (fee_points >= 0),
  cancel_cause text CHECK (cancel_cause IN ('creator', 'operator', 'kickoff', 'abandoned', 'no_result', 'load_test')),
  cancel_reason text,
  -- The stakes were returned since there was no result in time.
  flagged_at timestamptz(3),
  -- A corrected result changed its outcome.
  corrected_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  joined_at timestamptz(3),
  ended_at timestamptz(3),
  CHECK (team_a_id <> team_b_id),
  CHECK (opponent_id IS NULL OR opponent_id <> creator_id),
  CHECK ((opponent_id IS NULL) = (joined_at IS NULL)),
  CHECK (status NOT IN ('active', 'settled') OR opponent_id IS NOT NULL),
  CHECK (status <> 'pending' OR opponent_id IS NULL),
  CHECK ((status = 'settled') = (result IS NOT NULL)),
  CHECK ((status = 'settled') = (settled_no > 0)),
  CHECK (paid_no BETWEEN 0 AND settled_no),
  CHECK ((status = 'cancelled') = (cancel_cause IS NOT NULL)),
  CHECK ((status IN ('settled', 'cancelled')) = (ended_at IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- The players' lists: of one status, of both, and by title.
CREATE INDEX bets_open ON bets (realm, id) WHERE status IN ('pending', 'active');
CREATE INDEX bets_listed ON bets (realm, status, id);
CREATE INDEX bets_open_title ON bets USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 256)
  WHERE status IN ('pending', 'active');
CREATE INDEX bets_of_creator ON bets (creator_id, id);
CREATE INDEX bets_of_opponent ON bets (opponent_id, id) WHERE opponent_id IS NOT NULL;
-- The bets of a fixture that a step of its end takes next; their stakes are summed from the index alone.
CREATE INDEX bets_of_fixture ON bets (fixture_id, status, id) INCLUDE (stake_points);
CREATE INDEX bets_of_result ON bets (fixture_id, settled_no, id) WHERE status IN ('active', 'settled');
-- Room `bets`.
CREATE INDEX bets_changes ON bets (realm, status_at DESC, id DESC);
-- The audit reads bets that changed since the last one.
CREATE INDEX bets_changed ON bets (status_at);
CREATE INDEX bets_corrected ON bets (corrected_at) WHERE corrected_at IS NOT NULL;
-- O3: an index for each order and filter.
CREATE INDEX bets_status ON bets (status, id);
CREATE INDEX bets_flagged ON bets (id) WHERE flagged_at IS NOT NULL;
CREATE INDEX bets_title ON bets USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE FUNCTION guard_bet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.realm, NEW.fixture_id, NEW.title, NEW.creator_id, NEW.team_a_id, NEW.team_b_id, NEW.stake_points,
      NEW.fee_percent, NEW.escrow_id, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.realm, OLD.fixture_id, OLD.title, OLD.creator_id, OLD.team_a_id, OLD.team_b_id,
      OLD.stake_points, OLD.fee_percent, OLD.escrow_id, OLD.created_at) THEN
    RAISE EXCEPTION 'the terms of a bet do not change' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.opponent_id IS NOT NULL AND NEW.opponent_id IS DISTINCT FROM OLD.opponent_id THEN
    RAISE EXCEPTION 'a bet is joined once' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.settled_no < OLD.settled_no OR NOT (NEW.status = OLD.status
      OR (OLD.status = 'pending' AND NEW.status IN ('active', 'cancelled'))
      OR (OLD.status = 'active' AND NEW.status IN ('settled', 'cancelled'))) THEN
    RAISE EXCEPTION 'a bet does not become % after %', NEW.status, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bets_guard BEFORE UPDATE ON bets FOR EACH ROW EXECUTE FUNCTION guard_bet();
CREATE TRIGGER bets_keep BEFORE DELETE ON bets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bets_no_truncate BEFORE TRUNCATE ON bets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- B4: what a corrected result took back, one row for each player and settlement. What the wallet did not have is owed: a
-- receivable of this row.
CREATE TABLE bet_reversals (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 700001) PRIMARY KEY,
  bet_id integer NOT NULL REFERENCES bets (id),
  -- The settlement that was reversed.
  paid_no integer NOT NULL CHECK (paid_no > 0),
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  owed bigint NOT NULL CHECK (owed BETWEEN 0 AND amount),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (bet_id, paid_no, user_id)
);
CREATE TRIGGER bet_reversals_append_only BEFORE UPDATE OR DELETE ON bet_reversals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bet_reversals_no_truncate BEFORE TRUNCATE ON bet_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
