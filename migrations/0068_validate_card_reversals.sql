-- The rows exist already: checked without a lock that stops writes.
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_kind_check;
