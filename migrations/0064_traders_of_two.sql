-- W16: a change of a trader's user or account waits for a second operator. Its values are here, since requests are in the operators' log.
ALTER TABLE traders ADD COLUMN pending_change jsonb;
-- W16: who sold, also after the trader was linked to another user.
ALTER TABLE trades ADD COLUMN seller_id uuid;
ALTER TABLE trades DISABLE TRIGGER trades_guard;
UPDATE trades t SET seller_id = r.user_id FROM traders r WHERE r.id = t.trader_id AND r.user_id IS NOT NULL;
ALTER TABLE trades ENABLE TRIGGER trades_guard;
