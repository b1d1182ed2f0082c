-- L2: the postings of a batch are applied together, with one UPDATE of the wallets instead of one for each end of each posting.

-- PostgreSQL checks a foreign key again when a transaction changes a row that it has changed before, and reads the text of
-- each constraint in each UPDATE. The guard below takes the place of the key: the realm of a wallet never changes.
ALTER TABLE wallets DROP CONSTRAINT wallets_realm_fkey,
  DROP CONSTRAINT wallets_available_not_negative, DROP CONSTRAINT wallets_held_not_negative,
  DROP CONSTRAINT wallets_bonus_not_negative, DROP CONSTRAINT wallets_task_not_negative,
  ADD CONSTRAINT wallets_not_negative CHECK (least(available, held, bonus, task) >= 0) NOT VALID;
CREATE OR REPLACE FUNCTION guard_new_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.available <> 0 OR NEW.held <> 0 OR NEW.bonus <> 0 OR NEW.task <> 0 OR NEW.version <> 0 THEN
    RAISE EXCEPTION 'a new wallet is empty' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM realms WHERE id = NEW.realm) THEN
    RAISE EXCEPTION 'there is no realm %', NEW.realm USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;

-- The function of 0063; a batch counts several versions at once.
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.realm = OLD.realm AND NEW.user_id = OLD.user_id THEN
    IF pg_trigger_depth() >= 2 AND NEW.version > OLD.version AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at
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

-- A row of this view is a batch of postings in their order. It has no rows to read: its trigger makes postings of what is
-- inserted. Only a function that runs as a trigger may change wallets (guard_wallet).
CREATE VIEW posting_batches AS
  SELECT NULL::uuid[] AS transfer_ids, NULL::smallint[] AS nos, NULL::integer[] AS realms, NULL::coin_unit[] AS units,
    NULL::bigint[] AS amounts, NULL::account_kind[] AS sources, NULL::uuid[] AS source_ids,
    NULL::account_kind[] AS destinations, NULL::uuid[] AS destination_ids
  WHERE false;

-- Does for a batch what apply_posting does for one posting. Batches with funds, young coins, coins from platform accounts
-- or closed wallets are left to that function.
CREATE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  wallet_parts CONSTANT account_kind[] := '{available,held,bonus,task}';
  ids CONSTANT uuid[] := ARRAY(SELECT DISTINCT id FROM unnest(NEW.source_ids || NEW.destination_ids) AS id WHERE id IS NOT NULL);
  is_plain boolean;
BEGIN
  -- Locks the wallets in a statement of its own: the next one sees them as they are under the lock.
  SELECT count(*) = cardinality(ids) AND bool_and(w.realm = NEW.realms[1] AND w.closed_at IS NULL AND NOT w.has_lots)
  INTO is_plain
  FROM (SELECT * FROM wallets WHERE user_id = ANY (ids) ORDER BY user_id FOR NO KEY UPDATE) AS w;
  IF is_plain AND NEW.realms[1] = ALL (NEW.realms) AND array_position(NEW.source_ids, NULL) IS NULL
    AND NEW.sources <@ wallet_parts AND NEW.destinations <@ (wallet_parts || '{issuance,revenue,payouts,unclaimed}') THEN
    WITH ends AS (
      SELECT g.*, e.*
      FROM unnest(NEW.transfer_ids, NEW.nos, NEW.units, NEW.amounts, NEW.sources, NEW.source_ids, NEW.destinations, NEW.destination_ids)
        WITH ORDINALITY AS g(transfer_id, no, unit, amount, source, source_id, destination, destination_id, nth)
      CROSS JOIN LATERAL (VALUES (1, g.source_id, g.source, -g.amount), (2, g.destination_id, g.destination, g.amount))
        AS e(side, user_id, part, change)
    ), applied AS MATERIALIZED (
      -- Both ends in one wallet (a hold, a release) are one change of it.
      SELECT e.*, w.version + dense_rank() OVER (PARTITION BY e.user_id ORDER BY e.nth) AS seq,
        (CASE e.part WHEN 'available' THEN w.available WHEN 'held' THEN w.held WHEN 'bonus' THEN w.bonus ELSE w.task END
          + sum(e.change) OVER (PARTITION BY e.user_id, e.part ORDER BY e.nth))::bigint AS balance
      FROM ends e LEFT JOIN wallets w ON w.user_id = e.user_id
    ), changed AS (
      -- A balance that is negative within the batch is written, so that the constraint refuses it.
      UPDATE wallets w SET available = CASE WHEN c.lowest < 0 THEN c.lowest ELSE w.available + c.available END,
        held = w.held + c.held, bonus = w.bonus + c.bonus, task = w.task + c.task, version = c.version
      FROM (
        SELECT user_id, max(seq) AS version, min(balance) AS lowest,
          coalesce(sum(change) FILTER (WHERE part = 'available'), 0)::bigint AS available,
          coalesce(sum(change) FILTER (WHERE part = 'held'), 0)::bigint AS held,
          coalesce(sum(change) FILTER (WHERE part = 'bonus'), 0)::bigint AS bonus,
          coalesce(sum(change) FILTER (WHERE part = 'task'), 0)::bigint AS task
        FROM applied WHERE user_id IS NOT NULL GROUP BY user_id
      ) AS c
      WHERE w.user_id = c.user_id
    )
    INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id, source_seq,
      source_balance, destination_seq, destination_balance, xid)
    SELECT transfer_id, no, NEW.realms[1], unit, amount, source, source_id, destination, destination_id, seq, balance, next_seq,
      next_balance, pg_current_xact_id()
    FROM (
      SELECT *, lead(seq) OVER in_order AS next_seq, lead(balance) OVER in_order AS next_balance FROM applied
      WINDOW in_order AS (ORDER BY nth, side)
    ) AS paired
    WHERE side = 1 ORDER BY nth;
  ELSE
    INSERT INTO postings (transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id)
    SELECT transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id
    FROM unnest(NEW.transfer_ids, NEW.nos, NEW.realms, NEW.units, NEW.amounts, NEW.sources, NEW.source_ids, NEW.destinations, NEW.destination_ids)
      WITH ORDINALITY AS g(transfer_id, no, realm, unit, amount, source, source_id, destination, destination_id, nth)
    ORDER BY nth;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER posting_batches_apply INSTEAD OF INSERT ON posting_batches FOR EACH ROW EXECUTE FUNCTION apply_postings();

-- A posting that a batch has applied has its transaction's id. Inserted by a session, which has no function of its own to
-- run as a trigger, every posting is applied here.
DROP TRIGGER postings_apply ON postings;
CREATE TRIGGER postings_apply BEFORE INSERT ON postings FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 OR NEW.xid IS NULL) EXECUTE FUNCTION apply_posting();
