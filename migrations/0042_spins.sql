-- The wheel (B1, B5): who has entered which passcode, the one spin of each user, and the spent budget of each day.
CREATE TABLE spin_unlocks (
  user_id uuid PRIMARY KEY,
  -- SHA-256 of the passcode that was entered: valid as long as it is the passcode.
  passcode_digest bytea NOT NULL CHECK (length(passcode_digest) = 32),
  unlocked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 80);

CREATE TABLE spins (
  user_id uuid PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0,
  -- The index of the segment in the order 0, 2, 3, 4, 5, 6.
  segment smallint NOT NULL CHECK (segment BETWEEN 0 AND 5),
  -- Coins.
  result smallint NOT NULL CHECK (result = (ARRAY[0, 2, 3, 4, 5, 6])[segment + 1]),
  -- The day of Africa/Lagos whose budget paid.
  day date NOT NULL,
  -- NULL for a spin without a prize.
  transfer_id uuid UNIQUE CHECK ((transfer_id IS NULL) = (result = 0)),
  spun_at timestamptz(3) NOT NULL
);
CREATE INDEX spins_by_time ON spins (spun_at, user_id);
CREATE INDEX spins_of_day ON spins (realm, day);
CREATE TRIGGER spins_append_only BEFORE UPDATE OR DELETE ON spins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER spins_no_truncate BEFORE TRUNCATE ON spins FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row for each realm and day: its lock orders the spins of a day, so that the budget is not exceeded.
CREATE TABLE spin_days (
  realm integer NOT NULL,
  -- Of Africa/Lagos (X3).
  day date NOT NULL,
  spins integer NOT NULL DEFAULT 0 CHECK (spins >= 0),
  -- Coins that were won.
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  PRIMARY KEY (realm, day)
) WITH (fillfactor = 50);
