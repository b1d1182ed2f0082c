-- Both sweeps read (starts_at, id). Without the id, the planner sometimes took the index of the list, which begins with the
-- realm, and read all of it: 38 pages instead of 3 for 7,500 pending auctions.
DROP INDEX auctions_due_start;
CREATE INDEX auctions_due_start ON auctions (starts_at, id) WHERE status = 'pending';
DROP INDEX contests_due_start;
CREATE INDEX contests_due_start ON contests (starts_at, id) WHERE status = 'pending';
