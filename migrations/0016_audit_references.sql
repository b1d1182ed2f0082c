-- The audit reads entries, bids and holds that are new, no longer all of them.
ALTER TABLE audit_position ADD COLUMN references_at timestamptz(3);
CREATE INDEX auction_entries_joined ON auction_entries (joined_at);
CREATE INDEX auctions_settled_at ON auctions (settled_at) WHERE settled_at IS NOT NULL;

CREATE OR REPLACE FUNCTION forget_audit() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
BEGIN ATOMIC
  UPDATE audit_position SET upto = '0', postings = 0, house = '[]', references_at = NULL, checked_at = NULL WHERE upto <> '0';
  DELETE FROM audit_checkpoints;
  DELETE FROM audit_bids;
END;
