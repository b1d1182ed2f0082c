-- Checks the rows of earlier versions.
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_kind_check;
