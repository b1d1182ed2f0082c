-- Checks the rows of earlier versions. A partitioned table accepts no constraint that is not validated.
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_kind_check;
ALTER TABLE funds VALIDATE CONSTRAINT funds_kind_check;
ALTER TABLE wallets VALIDATE CONSTRAINT wallets_closed_empty;
