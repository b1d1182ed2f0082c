-- Checks the rows of earlier versions.
ALTER TABLE wallets VALIDATE CONSTRAINT wallets_not_negative;
