-- Keys that allow partitions: a unique constraint of a partitioned table contains the partition key, and the ids of
-- transfers (UUIDv7) begin with their time.

-- L2: which one effect each transfer is. A key exists once, for ever and across all partitions, so it has a table of its own.
ALTER TABLE transfers DROP CONSTRAINT transfers_once;
CREATE TABLE transfer_keys (
  kind text NOT NULL,
  key text NOT NULL,
  transfer_id uuid NOT NULL,
  CONSTRAINT transfers_once PRIMARY KEY (kind, key)
);
INSERT INTO transfer_keys (kind, key, transfer_id) SELECT kind, key, id FROM transfers;
CREATE TRIGGER transfer_keys_append_only BEFORE UPDATE OR DELETE ON transfer_keys FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfer_keys_no_truncate BEFORE TRUNCATE ON transfer_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Keys are written here and nowhere else. The servers' role may only read them, so it can neither post a transfer without
-- its key nor take a key without a transfer.
CREATE FUNCTION add_transfer_keys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.transfer_keys (kind, key, transfer_id) SELECT kind, key, id FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER transfers_add_keys AFTER INSERT ON transfers
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_transfer_keys();

-- NOT VALID: no row of an earlier version makes this migration fail.
ALTER TABLE transfers ADD CONSTRAINT transfers_id_is_v7 CHECK (get_byte(uuid_send(id), 6) >> 4 = 7) NOT VALID;

-- A posting is named by its transfer and its number there.
ALTER TABLE postings DROP CONSTRAINT postings_transfer_no, DROP COLUMN id, ADD PRIMARY KEY (transfer_id, no);
