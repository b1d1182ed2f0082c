-- W2: when a reference was given to its buyer; unknown for those given before.
ALTER TABLE payment_references ADD COLUMN reserved_at timestamptz(3);
ALTER TABLE payment_references ALTER COLUMN reserved_at SET DEFAULT clock_timestamp();
