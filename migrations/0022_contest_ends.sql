-- Read in this order, as the ends of auctions are: without the id the sweep takes an index that holds everything open.
DROP INDEX contests_due_end;
CREATE INDEX contests_due_end ON contests (end_date, id) WHERE status IN ('pending', 'active');
