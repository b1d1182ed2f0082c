-- Buy now (A13): a price at which a player may buy the item of an auction until the first bid.
ALTER TABLE auctions
  -- Coins; NULL without an offer.
  ADD COLUMN buy_now_points bigint,
  -- When the item was bought: the buyer is the leader, without a bid.
  ADD COLUMN bought_at timestamptz(3);
ALTER TABLE auctions ADD CONSTRAINT auctions_buy_now_check
  CHECK (buy_now_points <= 1000000000 AND buy_now_points > reserve_points AND buy_now_points > bid_increment) NOT VALID;
ALTER TABLE auctions DROP CONSTRAINT auctions_check1;
ALTER TABLE auctions ADD CONSTRAINT auctions_leader_check CHECK ((leader_id IS NULL) = (seq = 0 AND bought_at IS NULL)) NOT VALID;
ALTER TABLE auctions ADD CONSTRAINT auctions_bought_check
  CHECK (bought_at IS NULL OR (seq = 0 AND current_bid_amount = buy_now_points)) NOT VALID;

-- The receipt of each purchase. Append-only.
CREATE TABLE auction_purchases (
  auction_id integer PRIMARY KEY,
  -- The receipt's id.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  -- Coins.
  price bigint NOT NULL CHECK (price > 0),
  at timestamptz(3) NOT NULL,
  transfer_id uuid NOT NULL UNIQUE,
  -- P6: the request's key, so that the first reply can be returned again.
  key text CHECK (length(key) BETWEEN 1 AND 128)
);
CREATE TRIGGER auction_purchases_append_only BEFORE UPDATE OR DELETE ON auction_purchases
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER auction_purchases_no_truncate BEFORE TRUNCATE ON auction_purchases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE transfers DROP CONSTRAINT transfers_kind_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_kind_check CHECK (kind IN (
  'purchase', 'chargeback', 'recovery', 'send', 'send_charge', 'entry_fee', 'bid_hold', 'bid_release', 'bid_capture', 'buy_now', 'ticket',
  'prize', 'refund', 'bet_stake', 'bet_settle', 'bet_fee', 'payout_hold', 'payout_release', 'payout_capture', 'payout_return',
  'trade_reserve', 'trade', 'escrow_return', 'stock_in', 'stock_out', 'affiliate_reward', 'spin_prize', 'task_reward',
  'task_convert', 'subsidy', 'subsidy_return', 'forfeit', 'fund', 'adjust')) NOT VALID;

-- G1: a purchase is spent. The function is that of 0045 with one kind more.
CREATE OR REPLACE FUNCTION count_play() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moved_kind text;
  moved_on date;
  is_debit CONSTANT boolean := NEW.source IN ('available', 'held', 'bonus');
  spent bigint := 0;
  refunded bigint := 0;
  won bigint := 0;
BEGIN
  SELECT t.kind, (t.created_at AT TIME ZONE 'Africa/Lagos')::date INTO moved_kind, moved_on FROM transfers t WHERE t.id = NEW.transfer_id;
  IF moved_kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now') AND is_debit THEN
    spent := NEW.amount;
  ELSIF moved_kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now', 'refund') THEN
    refunded := CASE WHEN is_debit THEN -NEW.amount ELSE NEW.amount END;
  ELSIF moved_kind IN ('prize', 'bet_settle', 'spin_prize') THEN
    won := CASE WHEN is_debit THEN -NEW.amount ELSE NEW.amount END;
  ELSE
    RETURN NULL;
  END IF;
  INSERT INTO play_days AS d (user_id, day, spent, refunded, won, first_seq)
  VALUES (CASE WHEN is_debit THEN NEW.source_id ELSE NEW.destination_id END, moved_on, spent, refunded, won,
    CASE WHEN is_debit THEN NEW.source_seq ELSE NEW.destination_seq END)
  ON CONFLICT ON CONSTRAINT play_days_pkey DO UPDATE
    SET spent = d.spent + excluded.spent, refunded = d.refunded + excluded.refunded, won = d.won + excluded.won;
  RETURN NULL;
END $$;
