-- O3a: since when and by whom each operator is one, what operators moved alone, and why a request waits.
ALTER TABLE users
  -- Stays when the role is taken away: promotions are followed through former operators.
  ADD COLUMN operator_since timestamptz(3),
  -- Named by ADMIN_EMAIL or seeded with the demo: approves without a waiting time.
  ADD COLUMN is_first_operator boolean NOT NULL DEFAULT false,
  -- Who requested the promotion. NULL for a first operator.
  ADD COLUMN promoted_by uuid REFERENCES users (id);

WITH promotions AS (
  SELECT DISTINCT ON (subject_id) subject_id::uuid AS user_id, operator_id, at FROM admin_audit
  WHERE action = 'user.role' AND details ->> 'to' = '1' ORDER BY subject_id, id DESC
)
UPDATE users u SET operator_since = coalesce(p.at, u.created_at), promoted_by = p.operator_id,
  is_first_operator = u.role = 1 AND p.user_id IS NULL
FROM users o LEFT JOIN promotions p ON p.user_id = o.id
WHERE u.id = o.id AND (o.role = 1 OR p.user_id IS NOT NULL);

-- The waiting time of a new operator begins with the row, whatever statement wrote it.
CREATE FUNCTION note_new_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.operator_since := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER users_new_operator BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.role = 1) EXECUTE FUNCTION note_new_operator();
CREATE TRIGGER users_made_operator BEFORE UPDATE OF role ON users
  FOR EACH ROW WHEN (NEW.role = 1 AND OLD.role = 0) EXECUTE FUNCTION note_new_operator();
CREATE INDEX users_operators ON users (id) WHERE operator_since IS NOT NULL;

-- What one operator moved without a second: the sums of the last 24 h are compared with the threshold.
CREATE TABLE operator_moves (
  transfer_id uuid PRIMARY KEY,
  operator_id uuid NOT NULL,
  user_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  is_credit boolean NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX operator_moves_operator ON operator_moves (operator_id, at);
CREATE INDEX operator_moves_wallet ON operator_moves (user_id, at) WHERE is_credit;
CREATE TRIGGER operator_moves_append_only BEFORE UPDATE OR DELETE ON operator_moves FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_moves_no_truncate BEFORE TRUNCATE ON operator_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO operator_moves (transfer_id, operator_id, user_id, amount, is_credit, at)
SELECT (a.details ->> 'transfer_id')::uuid, a.operator_id, u.id, abs((a.details ->> 'bid_points')::bigint),
  (a.details ->> 'bid_points')::bigint > 0, a.at
FROM admin_audit a JOIN users u ON u.id = a.subject_id::uuid
WHERE a.action = 'user.adjust' AND a.subject_kind = 'user' AND u.realm = 0 AND a.at > clock_timestamp() - interval '24 hours';

ALTER TABLE approvals
  ADD COLUMN why text NOT NULL DEFAULT 'amount' CHECK (why IN ('amount', 'operator_sum', 'wallet_sum', 'always')),
  -- Whose wallet, role or sign-in it is about: that user does not decide.
  ADD COLUMN beneficiary_id uuid,
  ADD CHECK (decided_by IS NULL OR beneficiary_id IS NULL OR decided_by <> beneficiary_id);
ALTER TABLE approvals ALTER COLUMN why DROP DEFAULT;
-- Decisions from before this rule stay as they are.
UPDATE approvals SET beneficiary_id = subject_id::uuid WHERE subject_kind = 'user' AND status = 'pending';

CREATE FUNCTION guard_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR NEW.status = 'pending'
    OR (NEW.id, NEW.action, NEW.subject_kind, NEW.subject_id, NEW.details, NEW.requested_by, NEW.requested_at, NEW.why, NEW.beneficiary_id)
      IS DISTINCT FROM (OLD.id, OLD.action, OLD.subject_kind, OLD.subject_id, OLD.details, OLD.requested_by, OLD.requested_at, OLD.why, OLD.beneficiary_id) THEN
    RAISE EXCEPTION 'a request is decided once and otherwise never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approvals_guard BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION guard_approval();
CREATE TRIGGER approvals_keep BEFORE DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approvals_no_truncate BEFORE TRUNCATE ON approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
