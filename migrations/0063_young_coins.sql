-- X17: young coins. A purchase cannot be paid out until a date, nor can its coins wherever they go before that date.

-- Transfers that brought coins which are young until a date. `frozen_until` is later than it while a dispute is open.
CREATE TABLE lot_purchases (
  id uuid PRIMARY KEY,
  -- 0 only where the introduction found all of its coins spent.
  amount bigint NOT NULL CHECK (amount >= 0),
  until timestamptz(3) NOT NULL,
  frozen_until timestamptz(3)
);
CREATE INDEX lot_purchases_until ON lot_purchases (greatest(until, frozen_until));
-- Where these coins are: the lots of a purchase always add up to its amount. The holder is a user (available and held
-- coins), a fund, or the transfer that moved the coins to bonus coins, rewards or a platform account. In a wallet the payer
-- is its user, or whose coins a fund paid out; elsewhere it is the user who gets them back. The lock of the wallet or fund
-- orders the changes, of lots that left it too: only their payer, or the fund that paid them, gets them back.
CREATE TABLE lots (
  holder uuid NOT NULL,
  payer uuid NOT NULL,
  purchase uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (holder, payer, purchase)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX lots_payer ON lots (payer);
CREATE INDEX lots_purchase ON lots (purchase);
-- Only these count. Others wait for purge_lots, which is later than any transaction that read them as young.
CREATE VIEW young_lots AS
  SELECT l.holder, l.payer, l.purchase, l.amount, greatest(b.until, b.frozen_until) AS until
  FROM lots l JOIN lot_purchases b ON b.id = l.purchase WHERE greatest(b.until, b.frozen_until) > clock_timestamp();

-- Fills both tables with what the ledger's last hours show, from a time on. Bought coins are young. So are coins that
-- another player or a prize brought, since where they came from cannot be proved, and payments of those who received such
-- coins: into pots and escrows that are still open, and fees in revenue that could be refunded.
CREATE FUNCTION introduce_lots(from_time timestamptz, hours integer) RETURNS void LANGUAGE sql AS $$
  WITH moved AS (
    SELECT t.id, t.created_at, p.amount, p.destination_id AS holder, p.destination_id AS payer
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE t.id >= (lpad(to_hex((extract(epoch FROM from_time - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      AND t.created_at > from_time AND t.kind IN ('purchase', 'trade', 'send', 'bet_settle', 'prize') AND p.destination = 'available'
    UNION ALL
    SELECT t.id, t.created_at, p.amount, coalesce(p.destination_id, t.id), p.source_id
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE t.id >= (lpad(to_hex((extract(epoch FROM from_time - interval '1 hour') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      AND t.created_at > from_time AND p.source::text IN ('available', 'held') AND p.destination::text IN ('pot', 'escrow', 'revenue')
      AND t.kind IN ('entry_fee', 'ticket', 'bet_stake', 'bid_capture', 'buy_now')
  ), bought AS (
    INSERT INTO lot_purchases SELECT id, sum(amount), min(created_at) + hours * interval '1 hour' FROM moved GROUP BY id
    ON CONFLICT DO NOTHING
  )
  INSERT INTO lots SELECT holder, payer, id, sum(amount) FROM moved GROUP BY holder, payer, id ON CONFLICT DO NOTHING
$$;

-- The long read comes before the first lock; what was committed meanwhile is read again behind it.
SELECT introduce_lots(clock_timestamp() - hours * interval '1 hour', hours)
FROM (SELECT coalesce((SELECT (value #>> '{}')::integer FROM settings WHERE key = 'boughtCoinsHours'), 72) AS hours) AS setting;

ALTER TABLE wallets
  -- Whether lots may be here, or elsewhere with this payer. On the wallet, whose row every posting changes: a wallet
  -- without young coins costs no further statement.
  ADD COLUMN has_lots boolean NOT NULL DEFAULT false;
ALTER TABLE funds
  ADD COLUMN has_lots boolean NOT NULL DEFAULT false,
  -- Coins of the balance that came from bonus coins or rewards. The others were available coins.
  ADD COLUMN given bigint NOT NULL DEFAULT 0;

SELECT introduce_lots(clock_timestamp() - least(hours * interval '1 hour', now_to_then + interval '10 minutes'), hours)
FROM (SELECT coalesce((SELECT (value #>> '{}')::integer FROM settings WHERE key = 'boughtCoinsHours'), 72) AS hours,
  clock_timestamp() - now() AS now_to_then) AS setting;
DROP FUNCTION introduce_lots;

ALTER TABLE wallets DISABLE TRIGGER wallets_guard;
ALTER TABLE funds DISABLE TRIGGER funds_guard;
UPDATE funds f SET given = least(f.balance, (
  SELECT coalesce(sum(CASE WHEN p.destination_id = f.id THEN p.amount ELSE -p.amount END), 0) FROM (
    SELECT * FROM postings WHERE destination_id = f.id AND source IN ('bonus', 'rewards')
    UNION ALL SELECT * FROM postings WHERE source_id = f.id AND destination IN ('bonus', 'rewards')) AS p))
WHERE kind = 'pot' AND balance > 0;
-- No more than the coins that are still there; the last to come stay.
WITH ranked AS (
  SELECT l.holder, l.payer, l.purchase, l.amount, sum(l.amount) OVER (PARTITION BY l.holder ORDER BY b.until DESC, l.purchase, l.payer) AS upto,
    CASE WHEN w.user_id IS NOT NULL THEN w.available + w.held WHEN f.id IS NOT NULL THEN f.balance - f.given ELSE l.amount END AS room
  FROM lots l JOIN lot_purchases b ON b.id = l.purchase LEFT JOIN wallets w ON w.user_id = l.holder LEFT JOIN funds f ON f.id = l.holder
), kept AS (
  DELETE FROM lots l USING ranked r WHERE (r.holder, r.payer, r.purchase) = (l.holder, l.payer, l.purchase) AND r.upto - r.amount >= r.room
)
UPDATE lots l SET amount = r.room - (r.upto - r.amount) FROM ranked r
WHERE (r.holder, r.payer, r.purchase) = (l.holder, l.payer, l.purchase) AND r.upto > r.room AND r.upto - r.amount < r.room;
-- Fees of players who received nothing that is young.
DELETE FROM lots l WHERE l.payer <> l.holder AND NOT EXISTS (
  SELECT FROM transfers t JOIN postings p ON p.transfer_id = t.id JOIN lot_purchases b ON b.id = t.id
  WHERE p.destination_id = l.payer AND p.destination = 'available');
DELETE FROM lot_purchases b USING transfers t
WHERE t.id = b.id AND t.kind NOT IN ('purchase', 'trade') AND NOT EXISTS (SELECT FROM lots WHERE purchase = b.id);
UPDATE lot_purchases b SET amount = (SELECT coalesce(sum(amount), 0) FROM lots WHERE purchase = b.id);
UPDATE wallets SET has_lots = true WHERE user_id IN (SELECT holder FROM lots UNION SELECT payer FROM lots);
UPDATE funds SET has_lots = true WHERE id IN (SELECT holder FROM lots);
ALTER TABLE wallets ENABLE TRIGGER wallets_guard;
ALTER TABLE funds ENABLE TRIGGER funds_guard;

-- The function of 0058; only move_lots changes `has_lots` without a posting.
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.realm = OLD.realm AND NEW.user_id = OLD.user_id THEN
    IF pg_trigger_depth() >= 2 AND NEW.version = OLD.version + 1 AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at
      AND NEW.is_restricted = OLD.is_restricted THEN
      RETURN NEW;
    END IF;
    IF (NEW.available, NEW.held, NEW.bonus, NEW.task, NEW.version) = (OLD.available, OLD.held, OLD.bonus, OLD.task, OLD.version) THEN
      IF OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND (NEW.is_restricted, NEW.owes, NEW.has_lots) = (OLD.is_restricted, OLD.owes, OLD.has_lots) THEN
        RETURN NEW;
      END IF;
      -- G1: is_restricted is set with the first limit or break, and stays.
      IF pg_trigger_depth() >= 2 AND NEW.is_restricted >= OLD.is_restricted AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at THEN
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'a balance in wallets moves only by a posting, and a wallet closes once' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION put_lot(into_holder uuid, of_payer uuid, of_purchase uuid, coins bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO lots VALUES (into_holder, of_payer, of_purchase, coins)
  ON CONFLICT ON CONSTRAINT lots_pkey DO UPDATE SET amount = lots.amount + excluded.amount
$$;
CREATE FUNCTION take_lot(from_holder uuid, of_payer uuid, of_purchase uuid, coins bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM lots WHERE (holder, payer, purchase) = (from_holder, of_payer, of_purchase) AND amount = coins;
  IF NOT FOUND THEN
    UPDATE lots SET amount = amount - coins WHERE (holder, payer, purchase) = (from_holder, of_payer, of_purchase);
  END IF;
END $$;

-- Moves lots with the coins of a posting that leaves a wallet's available or held coins, or a fund. `rest` is what may be
-- young of the coins that stay. The transfer's row may be invisible when the statement that closes a hold inserts both; its
-- kind matters only for others.
CREATE FUNCTION move_lots(p postings, rest bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t transfers%ROWTYPE;
  lot record;
  left_over bigint;
  total bigint;
  of_payer bigint;
  is_wallet CONSTANT boolean := p.source IN ('available', 'held');
  into_wallet CONSTANT boolean := p.destination IN ('available', 'held');
  into_holder CONSTANT uuid := CASE WHEN into_wallet OR p.destination IN ('pot', 'stock', 'escrow') THEN p.destination_id ELSE p.transfer_id END;
  -- Payouts, prizes and the bonus part of a prize leave as many lots as fit in the rest; others take lots first.
  is_oldest_first CONSTANT boolean := p.destination = 'payouts' OR (NOT is_wallet AND p.destination IN ('available', 'bonus', 'rewards'));
BEGIN
  SELECT * INTO t FROM transfers WHERE id = p.transfer_id;
  SELECT coalesce(sum(amount), 0), coalesce(sum(amount) FILTER (WHERE payer = p.destination_id AND into_wallet AND t.kind = 'refund'), 0)
  INTO total, of_payer FROM young_lots WHERE holder = p.source_id;
  left_over := CASE WHEN is_oldest_first THEN greatest(total - rest, least(of_payer, p.amount)) ELSE total END;
  left_over := least(left_over, p.amount);
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
    EXIT WHEN left_over = 0;
    lot.amount := least(lot.amount, left_over);
    left_over := left_over - lot.amount;
    PERFORM take_lot(p.source_id, lot.payer, lot.purchase, lot.amount);
    PERFORM put_lot(into_holder, CASE WHEN NOT is_wallet OR t.kind = 'bet_settle' THEN lot.payer
      WHEN into_wallet THEN p.destination_id ELSE p.source_id END, lot.purchase, lot.amount);
  END LOOP;
  IF is_wallet AND NOT EXISTS (SELECT FROM lots WHERE holder = p.source_id) AND NOT EXISTS (SELECT FROM lots WHERE payer = p.source_id) THEN
    UPDATE wallets SET has_lots = false WHERE user_id = p.source_id;
  END IF;
END $$;

-- Restores what a payment took, when a platform account returns its coins to the payer or to the fund that paid.
CREATE FUNCTION restore_lots(p postings) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  left_over bigint := p.amount;
BEGIN
  FOR lot IN
    SELECT l.* FROM transfers t JOIN young_lots l ON l.payer = p.destination_id JOIN transfers o ON o.id = l.holder
    -- The refund of an order is of the subject that was won.
    WHERE t.id = p.transfer_id AND p.destination = 'available' AND (o.subject_kind, o.subject_id) = (
      CASE t.subject_kind WHEN 'order' THEN 'auction' WHEN 'heist-order' THEN 'heist' ELSE t.subject_kind END,
      CASE t.subject_kind WHEN 'order' THEN (SELECT r.auction_id::text FROM orders r WHERE r.id::text = t.subject_id)
        WHEN 'heist-order' THEN (SELECT r.heist_id::text FROM heist_orders r WHERE r.id::text = t.subject_id)
        ELSE t.subject_id END)
    UNION ALL
    SELECT l.* FROM postings o JOIN young_lots l ON l.holder = o.transfer_id
    WHERE p.destination <> 'available' AND o.source_id = p.destination_id AND o.destination = p.source
    ORDER BY until DESC, purchase
  LOOP
    EXIT WHEN left_over = 0;
    lot.amount := least(lot.amount, left_over);
    left_over := left_over - lot.amount;
    PERFORM take_lot(lot.holder, lot.payer, lot.purchase, lot.amount);
    PERFORM put_lot(p.destination_id, lot.payer, lot.purchase, lot.amount);
  END LOOP;
END $$;

-- A purchase opens a lot (W3); so do coins issued for a debt into a bet's escrow, since those that the debtor spent stay
-- young elsewhere. These belong to the staker whom the reversed result paid last or not at all. The setting's default is
-- that of the server.
CREATE FUNCTION open_lot(p postings) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  hours integer := coalesce((SELECT (value #>> '{}')::integer FROM settings WHERE key = 'boughtCoinsHours'), 72);
  of_payer uuid := p.destination_id;
BEGIN
  IF p.destination = 'escrow' THEN
    SELECT s.source_id INTO of_payer FROM postings s WHERE s.destination_id = p.destination_id AND s.source = 'available'
    ORDER BY (SELECT max(o.source_seq) FROM postings o WHERE o.source_id = p.destination_id AND o.destination_id = s.source_id) NULLS FIRST
    LIMIT 1;
  END IF;
  IF hours > 0 AND of_payer IS NOT NULL THEN
    INSERT INTO lot_purchases VALUES (p.transfer_id, p.amount, clock_timestamp() + hours * interval '1 hour')
    ON CONFLICT (id) DO UPDATE SET amount = lot_purchases.amount + excluded.amount;
    PERFORM put_lot(p.destination_id, of_payer, p.transfer_id, p.amount);
  END IF;
END $$;

-- The function of 0031; lots move with the coins.
CREATE OR REPLACE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  w wallets%ROWTYPE;
  f funds%ROWTYPE;
  -- Both ends in one wallet (a hold, a release) are one change of it.
  is_within_wallet boolean := NEW.source IN ('available', 'held', 'bonus', 'task')
    AND NEW.destination IN ('available', 'held', 'bonus', 'task') AND NEW.source_id = NEW.destination_id;
  is_bought boolean := false;
  -- Whether lots may leave the source, and how many may stay in it.
  moves_lots boolean := false;
  rest bigint;
BEGIN
  -- The database determines these values, whatever the statement contains.
  NEW.xid := pg_current_xact_id();
  NEW.source_seq := NULL;
  NEW.source_balance := NULL;
  NEW.destination_seq := NULL;
  NEW.destination_balance := NULL;

  IF NEW.source IN ('available', 'held', 'bonus', 'task') THEN
    UPDATE wallets SET
      available = available - CASE WHEN NEW.source = 'available' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'available' THEN NEW.amount ELSE 0 END,
      held = held - CASE WHEN NEW.source = 'held' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'held' THEN NEW.amount ELSE 0 END,
      bonus = bonus - CASE WHEN NEW.source = 'bonus' THEN NEW.amount ELSE 0 END
        + CASE WHEN is_within_wallet AND NEW.destination = 'bonus' THEN NEW.amount ELSE 0 END,
      task = task - CASE WHEN NEW.source = 'task' THEN NEW.amount ELSE 0 END,
      version = version + 1
    WHERE user_id = NEW.source_id AND realm = NEW.realm RETURNING * INTO w;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no wallet % in realm %', NEW.source_id, NEW.realm USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.source_seq := w.version;
    NEW.source_balance := CASE NEW.source WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END;
    moves_lots := w.has_lots AND NEW.source IN ('available', 'held') AND NOT (is_within_wallet AND NEW.destination IN ('available', 'held'));
    rest := w.available + w.held;
  ELSIF NEW.source IN ('pot', 'stock', 'rewards', 'escrow') THEN
    UPDATE funds SET balance = balance - NEW.amount, version = version + 1,
      given = given - CASE WHEN NEW.destination IN ('bonus', 'rewards') THEN least(given, NEW.amount) ELSE 0 END
    WHERE id = NEW.source_id AND kind = NEW.source AND realm = NEW.realm AND unit = NEW.unit RETURNING * INTO f;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no % % in realm % of unit %', NEW.source, NEW.source_id, NEW.realm, NEW.unit USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.source_seq := f.version;
    NEW.source_balance := f.balance;
    moves_lots := f.has_lots;
    rest := greatest(0, f.balance - f.given);
    is_bought := f.subject_kind = 'trade' AND NEW.destination = 'available';
  ELSIF NEW.source = 'issuance' THEN
    is_bought := NEW.destination = 'escrow' OR NEW.destination = 'available'
      AND EXISTS (SELECT FROM transfers WHERE id = NEW.transfer_id AND kind = 'purchase');
  END IF;

  IF NEW.destination IN ('available', 'held', 'bonus', 'task') THEN
    IF is_within_wallet THEN
      NEW.destination_seq := w.version;
    ELSE
      UPDATE wallets SET
        available = available + CASE WHEN NEW.destination = 'available' THEN NEW.amount ELSE 0 END,
        held = held + CASE WHEN NEW.destination = 'held' THEN NEW.amount ELSE 0 END,
        bonus = bonus + CASE WHEN NEW.destination = 'bonus' THEN NEW.amount ELSE 0 END,
        task = task + CASE WHEN NEW.destination = 'task' THEN NEW.amount ELSE 0 END,
        has_lots = has_lots OR is_bought OR moves_lots,
        version = version + 1
      WHERE user_id = NEW.destination_id AND realm = NEW.realm AND closed_at IS NULL RETURNING * INTO w;
      IF FOUND THEN
        NEW.destination_seq := w.version;
      ELSIF EXISTS (SELECT FROM wallets WHERE user_id = NEW.destination_id AND realm = NEW.realm) THEN
        -- S7: the account was deleted. Only here is the decision made under the wallet's lock for every credit.
        NEW.destination := 'unclaimed';
        NEW.destination_id := NULL;
      ELSE
        RAISE EXCEPTION 'no wallet % in realm %', NEW.destination_id, NEW.realm USING ERRCODE = 'foreign_key_violation';
      END IF;
    END IF;
    IF NEW.destination_id IS NOT NULL THEN
      NEW.destination_balance := CASE NEW.destination WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END;
    END IF;
  ELSIF NEW.destination IN ('pot', 'stock', 'rewards', 'escrow') THEN
    UPDATE funds SET balance = balance + NEW.amount, version = version + 1, has_lots = has_lots OR is_bought OR moves_lots AND kind <> 'rewards',
      given = given + CASE WHEN NEW.source IN ('bonus', 'rewards') THEN NEW.amount ELSE 0 END
    WHERE id = NEW.destination_id AND kind = NEW.destination AND realm = NEW.realm AND unit = NEW.unit RETURNING * INTO f;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no % % in realm % of unit %', NEW.destination, NEW.destination_id, NEW.realm, NEW.unit USING ERRCODE = 'foreign_key_violation';
    END IF;
    NEW.destination_seq := f.version;
    NEW.destination_balance := f.balance;
  END IF;

  IF moves_lots THEN
    PERFORM move_lots(NEW, rest);
  ELSIF NEW.destination_id IS NOT NULL THEN
    IF is_bought THEN
      PERFORM open_lot(NEW);
    ELSIF NEW.source_id IS NULL AND (NEW.destination = 'available' AND w.has_lots OR NEW.destination IN ('pot', 'escrow') AND f.has_lots) THEN
      PERFORM restore_lots(NEW);
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- A dispute freezes what is still young of a purchase; null ends it. Servers may not write the tables themselves.
CREATE FUNCTION freeze_lots(of_purchase uuid, upto timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE lot_purchases SET frozen_until = upto
  WHERE id = of_purchase AND (upto IS NULL OR greatest(until, frozen_until) > clock_timestamp())
$$;

-- Removes lots that have not been young for an hour, a thousand at a time, and then their purchases.
CREATE FUNCTION purge_lots() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  WITH old AS (
    SELECT l.holder, l.payer, l.purchase FROM lot_purchases b JOIN lots l ON l.purchase = b.id
    WHERE greatest(b.until, b.frozen_until) < statement_timestamp() - interval '1 hour' LIMIT 1000 FOR NO KEY UPDATE OF l SKIP LOCKED
  )
  DELETE FROM lots l USING old o WHERE (l.holder, l.payer, l.purchase) = (o.holder, o.payer, o.purchase);
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM lot_purchases b WHERE greatest(until, frozen_until) < statement_timestamp() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM lots WHERE purchase = b.id);
  RETURN removed;
END $$;
