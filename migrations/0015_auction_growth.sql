-- The list of auctions reads the first rows of each part in the order in which it shows them, with and without a category.
CREATE INDEX auctions_live ON auctions (realm, end_date, id) WHERE status = 'active';
CREATE INDEX auctions_live_of_category ON auctions (realm, category, end_date, id) WHERE status = 'active';
CREATE INDEX auctions_to_come ON auctions (realm, starts_at, id) WHERE status = 'pending';
CREATE INDEX auctions_to_come_of_category ON auctions (realm, category, starts_at, id) WHERE status = 'pending';
CREATE INDEX auctions_over ON auctions (realm, status_at DESC, id DESC) WHERE status IN ('completed', 'unsold');
CREATE INDEX auctions_over_of_category ON auctions (realm, category, status_at DESC, id DESC) WHERE status IN ('completed', 'unsold');
DROP INDEX auctions_listed;

-- A user's own auctions, newest entry first.
CREATE INDEX auction_entries_newest ON auction_entries (user_id, joined_at DESC, auction_id DESC);
DROP INDEX auction_entries_user;

-- W6: when the next outbid notices are due. Set by the first bid after the last notices and unchanged by the bids that
-- follow, so that their updates stay heap-only.
ALTER TABLE auctions ADD COLUMN outbid_due_at timestamptz(3);
UPDATE auctions SET outbid_due_at = clock_timestamp() WHERE status = 'active' AND noticed_seq < seq;
CREATE INDEX auctions_outbid_due ON auctions (outbid_due_at) WHERE status = 'active' AND outbid_due_at IS NOT NULL;

-- A8: entrants up to this one, in the order of their ids, have had the notice of the settled auction.
ALTER TABLE auctions ADD COLUMN told_upto uuid;

-- Entries without a fee have nothing to refund. They would stay in the index for ever, in front of those that have.
CREATE INDEX auction_entries_refundable ON auction_entries (auction_id, user_id)
  WHERE refunded_by IS NULL AND paid_available + paid_bonus > 0;
DROP INDEX auction_entries_unrefunded;

-- A7: the heads of a day are rows, written and read in pages. Neither they nor a root change once they are published.
CREATE TABLE chain_root_heads (
  day date NOT NULL,
  auction_id integer NOT NULL,
  seq integer NOT NULL,
  chain_head bytea NOT NULL CHECK (length(chain_head) = 32),
  PRIMARY KEY (day, auction_id)
);
INSERT INTO chain_root_heads (day, auction_id, seq, chain_head)
SELECT day, (head ->> 'auction_id')::int, (head ->> 'seq')::int, decode(head ->> 'chain_head', 'hex')
FROM chain_roots, jsonb_array_elements(heads) AS head;
ALTER TABLE chain_roots DROP COLUMN heads;
CREATE TRIGGER chain_root_heads_append_only BEFORE UPDATE OR DELETE ON chain_root_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_root_heads_no_truncate BEFORE TRUNCATE ON chain_root_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_roots_append_only BEFORE UPDATE OR DELETE ON chain_roots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_roots_no_truncate BEFORE TRUNCATE ON chain_roots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Settled auctions by day (UTC), in the order in which a root covers them.
CREATE INDEX auctions_settled_day ON auctions (((settled_at AT TIME ZONE 'UTC')::date), id) WHERE settled_at IS NOT NULL AND realm = 0;
DROP INDEX auctions_settled_at;
