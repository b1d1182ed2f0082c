-- S3: servers read what was written since their last look. Row ids are given before the commit, so a late one would be
-- missed behind "the last id"; what had not ended at the last look is exactly what is not below its snapshot's xmin.
ALTER TABLE session_changes ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX session_changes_xid ON session_changes (xid);
