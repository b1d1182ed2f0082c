-- X5: coins that become available repay what the user owes in the same transaction, also when a hold is released.

-- Whether a receivable of the user is open. On the wallet, which every such transaction locks: a user who owes nothing costs
-- no further query, and a receivable is seen by every transaction that locks the wallet after it.
ALTER TABLE wallets ADD COLUMN owes boolean NOT NULL DEFAULT false;

-- The function of 0045; only mark_debtor changes `owes`.
CREATE OR REPLACE FUNCTION guard_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.realm = OLD.realm AND NEW.user_id = OLD.user_id THEN
    IF pg_trigger_depth() >= 2 AND NEW.version = OLD.version + 1 AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at
      AND NEW.is_restricted = OLD.is_restricted THEN
      RETURN NEW;
    END IF;
    IF (NEW.available, NEW.held, NEW.bonus, NEW.task, NEW.version) = (OLD.available, OLD.held, OLD.bonus, OLD.task, OLD.version) THEN
      IF OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND (NEW.is_restricted, NEW.owes) = (OLD.is_restricted, OLD.owes) THEN
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

CREATE FUNCTION mark_debtor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_open boolean := EXISTS (SELECT FROM receivables WHERE user_id = NEW.user_id AND recovered < amount);
BEGIN
  UPDATE wallets SET owes = is_open WHERE user_id = NEW.user_id AND owes <> is_open;
  RETURN NULL;
END $$;
CREATE TRIGGER receivables_mark AFTER INSERT OR UPDATE ON receivables FOR EACH ROW EXECUTE FUNCTION mark_debtor();
UPDATE receivables SET recovered = recovered WHERE recovered < amount;
