-- O1: who has an item of a queue open to decide it, and until when. An operator has one item of each queue, so there are few
-- rows; a row whose time is over counts as absent.
CREATE TABLE queue_claims (
  queue text NOT NULL,
  item_id integer NOT NULL,
  operator_id uuid NOT NULL REFERENCES users (id),
  until timestamptz(3) NOT NULL,
  PRIMARY KEY (queue, item_id)
);

-- Pages that show the queue learn it by the room of its list.
CREATE FUNCTION note_queue_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes (list) VALUES (coalesce(NEW.queue, OLD.queue));
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_claims_changed AFTER INSERT OR UPDATE OR DELETE ON queue_claims
  FOR EACH ROW EXECUTE FUNCTION note_queue_claim();

-- Coins of the payouts that were marked as paid, by day of Lagos: the ledger has the time of their approval only. The totals of
-- money_days, which counted approvals, are no longer read.
ALTER TABLE money_days ALTER COLUMN paid_out SET DEFAULT 0;
CREATE TABLE payout_days (
  day date PRIMARY KEY,
  coins bigint NOT NULL
);
CREATE FUNCTION count_paid_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_days AS d (day, coins) VALUES ((NEW.ended_at AT TIME ZONE 'Africa/Lagos')::date, NEW.bid_points)
  ON CONFLICT (day) DO UPDATE SET coins = d.coins + excluded.coins;
  RETURN NULL;
END
$$;
-- The trigger first: its lock lets no payout be paid until the earlier ones are added up.
CREATE TRIGGER payouts_paid AFTER UPDATE OF status ON payouts
  FOR EACH ROW WHEN (NEW.status = 'paid' AND OLD.status <> 'paid' AND NEW.realm = 0) EXECUTE FUNCTION count_paid_payout();
INSERT INTO payout_days (day, coins)
SELECT (ended_at AT TIME ZONE 'Africa/Lagos')::date, sum(bid_points) FROM payouts
WHERE status = 'paid' AND realm = 0 GROUP BY 1;
