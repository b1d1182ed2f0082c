-- L2: the role of the servers may insert postings and may not update a balance. So the trigger that applies a posting
-- runs as the owner of the tables, with a fixed search path.
ALTER FUNCTION apply_posting() SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;

-- R5: nor may it write what the audit remembers. After a restore it may clear that: the next audit follows all of history.
CREATE FUNCTION forget_audit() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
BEGIN ATOMIC
  UPDATE audit_position SET upto = '0', postings = 0, house = '[]', checked_at = NULL WHERE upto <> '0';
  DELETE FROM audit_checkpoints;
  DELETE FROM audit_bids;
END;
