-- X1: the list of auctions, newest first.
CREATE INDEX auctions_open ON auctions (realm, id) WHERE status IN ('pending', 'active');
CREATE INDEX auctions_open_of_category ON auctions (realm, category, id) WHERE status IN ('pending', 'active');
DROP INDEX auctions_live;
DROP INDEX auctions_live_of_category;
DROP INDEX auctions_to_come;
DROP INDEX auctions_to_come_of_category;
