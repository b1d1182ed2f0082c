-- Room `auctions` and the list are told in the order in which auctions changed, so the time of the change is kept.
ALTER TABLE auctions ADD COLUMN status_at timestamptz(3) NOT NULL DEFAULT clock_timestamp();
CREATE INDEX auctions_status_at ON auctions (realm, status_at DESC);
CREATE INDEX auctions_settled_at ON auctions (settled_at) WHERE settled_at IS NOT NULL;

-- Each bid changes seq. An index that mentions it would cost a new entry in every index of the table for each batch of
-- bids (no heap-only update); the outbid notices look through the few active auctions instead.
DROP INDEX auctions_unnoticed;
ALTER TABLE auctions SET (fillfactor = 50);
