-- What a user owes is taken from the oldest coins. When a dispute is won, the coins that were owed are issued and taken again:
-- the youngest ones were taken with them, and as many of the issued coins stayed as old ones.
CREATE OR REPLACE FUNCTION move_lots(p postings, rest bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t transfers%ROWTYPE;
  lot record;
  taken bigint;
  left_over bigint := p.amount;
  is_wallet CONSTANT boolean := p.source IN ('available', 'held');
  into_wallet CONSTANT boolean := p.destination IN ('available', 'held');
  into_holder CONSTANT uuid := CASE WHEN into_wallet OR p.destination IN ('pot', 'stock', 'escrow') THEN p.destination_id ELSE p.transfer_id END;
  -- Payouts, recoveries, prizes and the bonus part of a prize leave as many lots as fit in the rest; others take lots first.
  is_oldest_first boolean := p.destination = 'payouts' OR (NOT is_wallet AND p.destination IN ('available', 'bonus', 'rewards'));
BEGIN
  SELECT * INTO t FROM transfers WHERE id = p.transfer_id;
  is_oldest_first := is_oldest_first OR coalesce(t.kind = 'recovery', false);
  IF is_oldest_first THEN
    SELECT least(p.amount, greatest(sum(amount) - rest,
      sum(amount) FILTER (WHERE payer = p.destination_id AND into_wallet AND t.kind = 'refund'), 0))
    INTO left_over FROM young_lots WHERE holder = p.source_id;
  END IF;
  FOR lot IN
    SELECT l.payer, l.purchase, l.amount FROM young_lots l
    WHERE l.holder = p.source_id AND left_over > 0
    ORDER BY CASE t.kind
        -- A stake goes back to who paid it, a prize that is reversed to where it came from.
        WHEN 'refund' THEN l.payer = p.destination_id
        WHEN 'bet_settle' THEN is_wallet AND l.payer <> l.holder
        -- What is charged back takes its own purchase first.
        WHEN 'chargeback' THEN EXISTS (SELECT FROM transfers o
          WHERE o.id = l.purchase AND (o.subject_kind, o.subject_id) = (t.subject_kind, t.subject_id))
        ELSE false
      END DESC,
      extract(epoch FROM l.until) * CASE WHEN is_oldest_first THEN 1 ELSE -1 END, l.purchase
  LOOP
    taken := least(lot.amount, left_over);
    IF taken = lot.amount THEN
      DELETE FROM lots WHERE (holder, payer, purchase) = (p.source_id, lot.payer, lot.purchase);
    ELSE
      UPDATE lots SET amount = amount - taken WHERE (holder, payer, purchase) = (p.source_id, lot.payer, lot.purchase);
    END IF;
    INSERT INTO lots VALUES (into_holder, CASE WHEN NOT is_wallet OR t.kind = 'bet_settle' THEN lot.payer
      WHEN into_wallet THEN p.destination_id ELSE p.source_id END, lot.purchase, taken)
    ON CONFLICT ON CONSTRAINT lots_pkey DO UPDATE SET amount = lots.amount + excluded.amount;
    left_over := left_over - taken;
    EXIT WHEN left_over = 0;
  END LOOP;
  IF is_wallet AND left_over > 0 AND NOT EXISTS (SELECT FROM lots WHERE holder = p.source_id) AND NOT EXISTS (SELECT FROM lots WHERE payer = p.source_id) THEN
    UPDATE wallets SET has_lots = false WHERE user_id = p.source_id;
  END IF;
END $$;
