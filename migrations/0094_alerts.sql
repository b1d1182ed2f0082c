-- O1: what the overview marks red, while it stands. One row by cause, so that several servers send one message.
CREATE TABLE alerts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL,
  title text NOT NULL,
  detail text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When a server last saw it.
  seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz(3),
  -- When its start and its end were given to the outbox.
  start_sent_at timestamptz(3),
  end_sent_at timestamptz(3)
);
CREATE UNIQUE INDEX alerts_standing ON alerts (key) WHERE ended_at IS NULL;
CREATE INDEX alerts_end_unsent ON alerts (id) WHERE ended_at IS NOT NULL AND start_sent_at IS NOT NULL AND end_sent_at IS NULL;
CREATE INDEX alerts_ended ON alerts (ended_at);

-- The latest row counts. Append-only.
CREATE TABLE alert_pauses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id uuid NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  until timestamptz(3) NOT NULL,
  reason text NOT NULL
);
CREATE TRIGGER alert_pauses_append_only BEFORE UPDATE OR DELETE ON alert_pauses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_pauses_no_truncate BEFORE TRUNCATE ON alert_pauses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
