-- X1: the list of auctions, newest first. The condition on the realm, which is never null, keeps the sweeps of all realms
-- from this index: they would read every open auction, not only those that are due.
CREATE INDEX auctions_open ON auctions (realm, id) WHERE status IN ('pending', 'active') AND realm IS NOT NULL;
CREATE INDEX auctions_open_of_category ON auctions (realm, category, id)
  WHERE status IN ('pending', 'active') AND realm IS NOT NULL;
DROP INDEX auctions_live;
DROP INDEX auctions_live_of_category;
DROP INDEX auctions_to_come;
DROP INDEX auctions_to_come_of_category;
