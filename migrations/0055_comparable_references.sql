-- W2: a reference of the bank is compared by its letters and digits, so that one transfer is credited once however it is typed.
-- Of earlier references that are the same by this comparison, the first keeps it; the others stay as records.
CREATE FUNCTION comparable_reference(reference text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(lower(normalize(reference, NFKC)), '[^a-z0-9]', '', 'g')
$$;
ALTER TABLE bank_references ADD COLUMN comparable text;
ALTER TABLE bank_references DISABLE TRIGGER bank_references_append_only;
UPDATE bank_references r SET comparable = c.comparable
FROM (
  SELECT DISTINCT ON (comparable_reference(reference::text)) reference, comparable_reference(reference::text) AS comparable
  FROM bank_references ORDER BY comparable_reference(reference::text), used_at, reference
) AS c
WHERE r.reference = c.reference AND c.comparable <> '';
ALTER TABLE bank_references ENABLE TRIGGER bank_references_append_only;
CREATE UNIQUE INDEX bank_references_once ON bank_references (comparable);

-- Servers of the earlier version insert without it.
CREATE FUNCTION compare_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.comparable := comparable_reference(NEW.reference::text);
  RETURN NEW;
END $$;
CREATE TRIGGER bank_references_comparable BEFORE INSERT ON bank_references FOR EACH ROW EXECUTE FUNCTION compare_reference();
