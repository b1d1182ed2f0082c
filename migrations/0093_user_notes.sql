-- What operators note about a player, for each other (O1). Append-only: a note is corrected by another one.
CREATE TABLE user_notes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  operator_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  text text NOT NULL CHECK (length(text) <= 1000)
);
CREATE INDEX user_notes_user ON user_notes (user_id, id);
CREATE TRIGGER user_notes_append_only BEFORE UPDATE OR DELETE ON user_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER user_notes_no_truncate BEFORE TRUNCATE ON user_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
