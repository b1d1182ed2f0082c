-- W4: the account to pay is at one bank. Empty for traders and trades from before: their payment method is shown.
ALTER TABLE traders ADD COLUMN bank_name text NOT NULL DEFAULT '';
-- As it was at the reservation.
ALTER TABLE trades ADD COLUMN bank_name text;
