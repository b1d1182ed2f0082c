-- Both are read in this order, with the id last. Without the id, subjects of one status time were all read and sorted for
-- the list's room, and the sweep took an index that holds everything open instead of what is due.
DROP INDEX auctions_due_end;
CREATE INDEX auctions_due_end ON auctions (end_date, id) WHERE status IN ('pending', 'active');
DROP INDEX auctions_status_at;
CREATE INDEX auctions_status_at ON auctions (realm, status_at DESC, id DESC);
