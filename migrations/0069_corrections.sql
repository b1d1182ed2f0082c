-- A14: what changed in a subject that players had entered. A job tells them, once each.
CREATE TABLE subject_changes (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'contest', 'heist')),
  subject_id integer NOT NULL,
  change text NOT NULL CHECK (change IN ('corrected', 'extended', 'reopened')),
  details jsonb NOT NULL,
  -- The subject that replaces a cancelled one.
  copy_id integer CHECK ((copy_id IS NOT NULL) = (change = 'reopened')),
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Entrants up to this user have been told; all of them at told_at.
  told_upto uuid,
  told_at timestamptz(3)
) WITH (fillfactor = 80);
CREATE INDEX subject_changes_of_subject ON subject_changes (subject_kind, subject_id, id);
CREATE INDEX subject_changes_untold ON subject_changes (subject_kind, id) WHERE told_at IS NULL;
CREATE UNIQUE INDEX subject_changes_reopened_once ON subject_changes (subject_kind, subject_id) WHERE copy_id IS NOT NULL;
CREATE UNIQUE INDEX subject_changes_copies ON subject_changes (subject_kind, copy_id) WHERE copy_id IS NOT NULL;
CREATE FUNCTION guard_subject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.subject_kind, NEW.subject_id, NEW.change, NEW.details, NEW.copy_id, NEW.at)
      IS DISTINCT FROM (OLD.id, OLD.subject_kind, OLD.subject_id, OLD.change, OLD.details, OLD.copy_id, OLD.at) THEN
    RAISE EXCEPTION 'a change of a subject is recorded once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER subject_changes_guard BEFORE UPDATE ON subject_changes FOR EACH ROW EXECUTE FUNCTION guard_subject_change();
CREATE TRIGGER subject_changes_keep BEFORE DELETE ON subject_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Entries that their users left after a correction, with the refund. A user may enter again.
CREATE TABLE left_entries (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  user_id uuid NOT NULL,
  -- From 1: how often this user has left it.
  no integer NOT NULL CHECK (no > 0),
  transfer_id uuid,
  paid_available bigint NOT NULL,
  paid_bonus bigint NOT NULL,
  joined_at timestamptz(3) NOT NULL,
  left_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- The refund; NULL for a free entry.
  refunded_by uuid CHECK ((refunded_by IS NOT NULL) = (paid_available + paid_bonus > 0)),
  PRIMARY KEY (subject_kind, subject_id, user_id, no)
);
CREATE INDEX left_entries_by_time ON left_entries (subject_kind, subject_id, left_at, user_id);
CREATE TRIGGER left_entries_append_only BEFORE UPDATE OR DELETE ON left_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER left_entries_no_truncate BEFORE TRUNCATE ON left_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Numbers of tickets are not used again.
ALTER TABLE heists ADD COLUMN left_tickets integer NOT NULL DEFAULT 0 CHECK (left_tickets >= 0);
