-- S10: until when a player's new commands and money out are stopped, and why. A renewal is a row of its own.
CREATE TABLE suspensions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  operator_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 500),
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Moves to the time at which operators end it early.
  ends_at timestamptz(3) NOT NULL
);
CREATE INDEX suspensions_user ON suspensions (user_id, ends_at);

-- What the player answers. Append-only.
CREATE TABLE suspension_answers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  text text NOT NULL CHECK (length(text) <= 1000)
);
CREATE INDEX suspension_answers_user ON suspension_answers (user_id, id);
CREATE TRIGGER suspension_answers_append_only BEFORE UPDATE OR DELETE ON suspension_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER suspension_answers_no_truncate BEFORE TRUNCATE ON suspension_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
