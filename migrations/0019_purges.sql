-- What is purged is found by an index on its age.
CREATE INDEX sessions_over ON sessions (least(ended_at, expires_at));
CREATE INDEX mail_outbox_sent ON mail_outbox (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX one_time_codes_created_at ON one_time_codes (created_at);

-- L3: holds that were closed long ago, as they were. Nothing reads them but people.
CREATE TABLE holds_archive (LIKE holds INCLUDING CONSTRAINTS);
ALTER TABLE holds_archive ADD PRIMARY KEY (id), ADD CHECK (outcome IS NOT NULL);
CREATE TRIGGER holds_archive_append_only BEFORE UPDATE OR DELETE ON holds_archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER holds_archive_no_truncate BEFORE TRUNCATE ON holds_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A hold leaves its table only when it is closed and the archive has the same row.
CREATE FUNCTION guard_hold_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.outcome IS NULL OR NOT EXISTS (SELECT FROM holds_archive AS a WHERE a.id = OLD.id AND to_jsonb(a) = to_jsonb(OLD)) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER holds_keep ON holds;
CREATE TRIGGER holds_keep BEFORE DELETE ON holds FOR EACH ROW EXECUTE FUNCTION guard_hold_removal();

-- Moves closed holds that are older than 30 days to the archive, at most 1000 at a time, in the order of their ids (UUIDv7:
-- of the time they were opened) after the id given. Runs as the owner of the tables: the servers' role may neither delete
-- holds nor write the archive. Returns how many it moved and the last one's id.
CREATE FUNCTION archive_holds(after uuid, OUT moved integer, OUT last uuid) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  closed_before timestamptz := statement_timestamp() - interval '30 days';
  opened_before uuid := (lpad(to_hex((extract(epoch FROM closed_before) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  ids uuid[];
BEGIN
  SELECT array_agg(id ORDER BY id) INTO ids FROM (
    SELECT id FROM holds WHERE id > after AND id < opened_before AND outcome IS NOT NULL AND closed_at < closed_before
    ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED) AS old;
  INSERT INTO holds_archive SELECT * FROM holds WHERE id = ANY (ids);
  DELETE FROM holds WHERE id = ANY (ids);
  moved := coalesce(cardinality(ids), 0);
  last := ids[moved];
END $$;

-- No query reads users by who referred them, and users are never deleted, so the foreign key does not need it either.
DROP INDEX users_referred_by;
