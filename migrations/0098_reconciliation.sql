-- W20: statements of our banks, what explains each of their lines, and the days that operators closed.

-- The columns of a bank's CSV, chosen once.
CREATE TABLE statement_banks (
  bank text PRIMARY KEY,
  layout jsonb,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE statement_imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bank text NOT NULL,
  source text NOT NULL CHECK (source IN ('csv', 'camt', 'provider')),
  lines integer NOT NULL,
  added integer NOT NULL,
  imported_by uuid NOT NULL REFERENCES users (id),
  imported_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER statement_imports_append_only BEFORE UPDATE OR DELETE ON statement_imports FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_imports_no_truncate BEFORE TRUNCATE ON statement_imports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE statement_lines (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id integer NOT NULL REFERENCES statement_imports (id),
  bank text NOT NULL,
  day date NOT NULL,
  -- In hundredths of the currency, below zero for money that left.
  amount_kobo bigint NOT NULL CHECK (amount_kobo <> 0),
  currency text NOT NULL,
  narration text NOT NULL,
  sender text NOT NULL,
  bank_reference text NOT NULL,
  -- A hash of the line and of its number among equal lines of its file, so that a line is imported once.
  line_key bytea NOT NULL CONSTRAINT statement_lines_once UNIQUE,
  is_explained boolean NOT NULL DEFAULT false
);
CREATE INDEX statement_lines_day ON statement_lines (day, id);
CREATE INDEX statement_lines_open ON statement_lines (is_explained, day, id);

CREATE FUNCTION guard_statement_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_explained := OLD.is_explained;
  IF NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'a line of a statement never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER statement_lines_guard BEFORE UPDATE OF import_id, bank, day, amount_kobo, currency, narration, sender, bank_reference, line_key
  ON statement_lines FOR EACH ROW EXECUTE FUNCTION guard_statement_line();
CREATE TRIGGER statement_lines_no_delete BEFORE DELETE ON statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_lines_no_truncate BEFORE TRUNCATE ON statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the provider paid to our bank, as its API lists it.
CREATE TABLE provider_settlements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id text NOT NULL UNIQUE,
  gross_kobo bigint NOT NULL,
  fee_kobo bigint NOT NULL,
  net_kobo bigint NOT NULL,
  settled_at timestamptz(3) NOT NULL,
  import_id integer NOT NULL REFERENCES statement_imports (id)
);
CREATE INDEX provider_settlements_settled ON provider_settlements (settled_at);
CREATE TRIGGER provider_settlements_append_only BEFORE UPDATE OR DELETE ON provider_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER provider_settlements_no_truncate BEFORE TRUNCATE ON provider_settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the last run of the matching proposed.
CREATE TABLE line_proposals (
  line_id integer PRIMARY KEY REFERENCES statement_lines (id),
  record_kind text NOT NULL,
  record_id integer NOT NULL,
  rule text NOT NULL,
  reason text NOT NULL,
  is_exact boolean NOT NULL,
  UNIQUE (record_kind, record_id)
);

-- What explains a line, a record, or both. One that was wrong is withdrawn and stays.
CREATE TABLE bank_explanations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  line_id integer REFERENCES statement_lines (id),
  record_kind text CHECK (record_kind IN ('payment', 'transfer', 'payout', 'trade', 'settlement')),
  record_id integer,
  reason text NOT NULL CHECK (reason IN ('matched', 'fee', 'interest', 'own_transfer', 'returned', 'provider')),
  note text NOT NULL DEFAULT '',
  explained_by uuid NOT NULL REFERENCES users (id),
  explained_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  withdrawn_by uuid REFERENCES users (id),
  withdrawn_at timestamptz(3),
  withdrawn_note text,
  CHECK ((record_kind IS NULL) = (record_id IS NULL)),
  CHECK (CASE reason WHEN 'matched' THEN num_nulls(line_id, record_id) = 0 ELSE num_nulls(line_id, record_id) = 1 END),
  CHECK (num_nulls(withdrawn_by, withdrawn_at, withdrawn_note) IN (0, 3))
);
CREATE UNIQUE INDEX bank_explanations_line ON bank_explanations (line_id) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX bank_explanations_record ON bank_explanations (record_kind, record_id) WHERE withdrawn_at IS NULL;

CREATE FUNCTION guard_bank_explanation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL OR NEW.withdrawn_at IS NULL
      OR (NEW.id, NEW.line_id, NEW.record_kind, NEW.record_id, NEW.reason, NEW.note, NEW.explained_by, NEW.explained_at)
        IS DISTINCT FROM (OLD.id, OLD.line_id, OLD.record_kind, OLD.record_id, OLD.reason, OLD.note, OLD.explained_by, OLD.explained_at) THEN
    RAISE EXCEPTION 'an explanation is only withdrawn, once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_explanations_guard BEFORE UPDATE ON bank_explanations FOR EACH ROW EXECUTE FUNCTION guard_bank_explanation();
CREATE TRIGGER bank_explanations_no_delete BEFORE DELETE ON bank_explanations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_explanations_no_truncate BEFORE TRUNCATE ON bank_explanations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A line is explained while one of these stands.
CREATE FUNCTION mark_explained_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_lines SET is_explained = NEW.withdrawn_at IS NULL WHERE id = NEW.line_id;
  RETURN NULL;
END $$;
CREATE TRIGGER bank_explanations_mark AFTER INSERT OR UPDATE ON bank_explanations
  FOR EACH ROW WHEN (NEW.line_id IS NOT NULL) EXECUTE FUNCTION mark_explained_line();

-- The latest row of a day counts. Append-only: a later change of the day shows as a difference.
CREATE TABLE bank_day_closings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  totals jsonb NOT NULL,
  hash text NOT NULL,
  closed_by uuid NOT NULL REFERENCES users (id),
  closed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX bank_day_closings_day ON bank_day_closings (day, id);
CREATE TRIGGER bank_day_closings_append_only BEFORE UPDATE OR DELETE ON bank_day_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_day_closings_no_truncate BEFORE TRUNCATE ON bank_day_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Pages that show the lines update live.
CREATE TRIGGER statement_lines_list AFTER INSERT ON statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('statement-lines');
CREATE TRIGGER line_proposals_list AFTER INSERT OR UPDATE OR DELETE ON line_proposals
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('statement-lines');
CREATE TRIGGER bank_explanations_list AFTER INSERT OR UPDATE ON bank_explanations
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('statement-lines');
CREATE TRIGGER bank_day_closings_list AFTER INSERT ON bank_day_closings
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('statement-lines');

-- The ledger's side of a day has card payments by the time at which they were decided.
CREATE INDEX card_payments_decided ON card_payments (decided_at);
