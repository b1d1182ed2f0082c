-- No row has a maximum or a reason yet. Blocks no writes.
ALTER TABLE auctions VALIDATE CONSTRAINT auctions_leader_max_check;
ALTER TABLE bids VALIDATE CONSTRAINT bids_reason_check;
