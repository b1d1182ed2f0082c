-- O7: an operator rehearses a subject: a copy in a realm of its own with simulated players, and what they saw.
CREATE TABLE dry_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm integer NOT NULL UNIQUE REFERENCES realms (id),
  kind text NOT NULL,
  subject_id integer NOT NULL,
  name text NOT NULL,
  players integer NOT NULL CHECK (players > 0),
  minutes integer NOT NULL CHECK (minutes > 0),
  started_by uuid NOT NULL REFERENCES users (id),
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz(3),
  verdict text CHECK (verdict IN ('ready', 'care', 'no')),
  report jsonb,
  -- Why it has no report.
  failure text,
  CHECK (report IS NULL OR ended_at IS NOT NULL),
  CHECK ((verdict IS NULL) = (report IS NULL))
);
-- One at a time on all servers.
CREATE UNIQUE INDEX dry_runs_running ON dry_runs ((true)) WHERE ended_at IS NULL;
CREATE TRIGGER dry_runs_list AFTER INSERT OR UPDATE OR DELETE ON dry_runs
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('dry-runs');
