-- O3: an index for each order and filter of the operators' lists, and for their searches. Balances and the price of an
-- auction have none: an index on them would end the updates in place that every posting and every batch of bids relies on.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_role ON users (role, created_at, id);
CREATE INDEX users_by_realm ON users (realm, created_at, id);
DROP INDEX users_realm;
CREATE INDEX users_email ON users (email, id);
-- The list of what was added last is read by every search, so it is kept short.
CREATE INDEX users_search ON users USING gin ((username::text) gin_trgm_ops, (email::text) gin_trgm_ops, full_name gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);

CREATE INDEX auctions_name ON auctions (name, id);
CREATE INDEX auctions_category ON auctions (category, id);
CREATE INDEX auctions_end ON auctions (end_date, id);
CREATE INDEX auctions_by_status ON auctions (status, realm, end_date, id);

-- A start or a close writes an entry into every index of the auction's row, and one of trigrams has a dozen for each name.
-- So the index of names has a table of its own, which changes only with the name.
CREATE TABLE auction_names (
  auction_id integer PRIMARY KEY,
  name text NOT NULL
);
INSERT INTO auction_names (auction_id, name) SELECT id, name FROM auctions;
CREATE INDEX auction_names_search ON auction_names USING gin (name gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE FUNCTION add_auction_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO auction_names (auction_id, name) SELECT id, name FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER auctions_add_names AFTER INSERT ON auctions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_auction_names();
CREATE FUNCTION change_auction_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auction_names SET name = NEW.name WHERE auction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auctions_change_name AFTER UPDATE OF name ON auctions
  FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION change_auction_name();

CREATE INDEX orders_status ON orders (status, id);
CREATE INDEX orders_updated ON orders (updated_at, id);

CREATE INDEX approvals_status ON approvals (status, id);
DROP INDEX approvals_pending;

CREATE INDEX admin_audit_action ON admin_audit (action, id);
CREATE INDEX admin_audit_subject ON admin_audit (subject_id, id);
CREATE INDEX admin_audit_subject_kind ON admin_audit (subject_kind, id);
CREATE INDEX admin_audit_subject_of_kind ON admin_audit (subject_kind, subject_id, id);
