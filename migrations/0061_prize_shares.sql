-- X7: the available coins of the winner's own fee, by which the available part of a prize in coins is decided. NULL where a
-- prize was paid by the earlier rule, which did not ask.
ALTER TABLE contests ADD COLUMN winner_paid_available bigint CHECK (winner_paid_available >= 0);
ALTER TABLE heists ADD COLUMN winner_paid_available bigint CHECK (winner_paid_available >= 0);
