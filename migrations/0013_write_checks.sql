-- /readyz: a row that is inserted and rolled back shows that the database accepts writes. Each fills a page of its own.
CREATE TABLE write_checks (filler text NOT NULL);
ALTER TABLE write_checks ALTER COLUMN filler SET STORAGE PLAIN;
