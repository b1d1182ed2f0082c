-- A10a: the bank's reference of the transfer that paid a cash order. Null for other orders and for those of before.
ALTER TABLE orders ADD COLUMN bank_reference text;
