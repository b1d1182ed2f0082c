-- R5: a logical restore (pg_restore, CREATE DATABASE … TEMPLATE) makes new objects on the same cluster and timeline; their
-- ids tell it from the database that was there before.
ALTER TABLE database_epochs ADD COLUMN database_oid oid, ADD COLUMN table_oid oid;
UPDATE database_epochs SET table_oid = 'database_epochs'::regclass,
  database_oid = (SELECT oid FROM pg_database WHERE datname = current_database());

-- A posting never changes, with one exception. Restored from another cluster, it carries a transaction id that this
-- cluster has not given out yet; `npm run restored` replaces it by the id of the transaction that does so. Both ids lie
-- ahead of every position of a roll-up or an audit, so no posting is skipped or counted twice.
CREATE FUNCTION guard_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_xid xid8 := NEW.xid;
BEGIN
  NEW.xid := OLD.xid;
  IF NEW IS DISTINCT FROM OLD OR new_xid <> pg_current_xact_id()
    OR OLD.xid <= pg_current_xact_id() OR OLD.xid < pg_snapshot_xmax(pg_current_snapshot()) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  NEW.xid := new_xid;
  RETURN NEW;
END $$;
DROP TRIGGER postings_append_only ON postings;
CREATE TRIGGER postings_append_only BEFORE DELETE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_guard BEFORE UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION guard_posting();
