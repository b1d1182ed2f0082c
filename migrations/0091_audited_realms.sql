-- O5: what operators do in load tests is told apart from what they do for real players. The column is added without a rewrite.
ALTER TABLE admin_audit ADD COLUMN realm integer NOT NULL DEFAULT 0;

-- Rows from before get the realm of their subject, and names that differed from the pattern area.verb-object get it. The table
-- stays append-only for every other statement.
ALTER TABLE admin_audit DISABLE TRIGGER admin_audit_append_only;
UPDATE admin_audit a SET realm = s.realm FROM (
  SELECT 'load-test' AS kind, id::text AS id, id AS realm FROM realms WHERE id > 0
  UNION ALL SELECT 'auction', id::text, realm FROM auctions WHERE realm > 0
  UNION ALL SELECT 'contest', id::text, realm FROM contests WHERE realm > 0
  UNION ALL SELECT 'heist', id::text, realm FROM heists WHERE realm > 0
  UNION ALL SELECT 'fixture', id::text, realm FROM fixtures WHERE realm > 0
  UNION ALL SELECT 'bet', id::text, realm FROM bets WHERE realm > 0
  UNION ALL SELECT 'task', id::text, realm FROM tasks WHERE realm > 0
  UNION ALL SELECT 'referral-task', id::text, realm FROM referral_tasks WHERE realm > 0
  UNION ALL SELECT 'task-upload', id::text, realm FROM task_uploads WHERE realm > 0
  UNION ALL SELECT 'payout', id::text, realm FROM payouts WHERE realm > 0
) AS s WHERE a.subject_kind = s.kind AND a.subject_id = s.id;
UPDATE admin_audit a SET realm = u.realm FROM users u
WHERE a.subject_kind = 'user' AND a.subject_id = u.id::text AND u.realm > 0;
UPDATE admin_audit SET action = replace(action, '_', '-')
WHERE action LIKE 'bet.hide\_title%' OR action LIKE 'heist.accept\_answer%' OR action LIKE 'room\_trace.%';
ALTER TABLE admin_audit ENABLE TRIGGER admin_audit_append_only;
-- What waits for a second operator is executed by the name of its action.
ALTER TABLE approvals DISABLE TRIGGER approvals_guard;
UPDATE approvals SET action = 'heist.accept-answer' WHERE action = 'heist.accept_answer';
ALTER TABLE approvals ENABLE TRIGGER approvals_guard;

-- The list of one realm, newest first, also by operator, and the days that it is filtered by.
CREATE INDEX admin_audit_realm ON admin_audit (realm, id);
CREATE INDEX admin_audit_operator ON admin_audit (operator_id, id);
CREATE INDEX admin_audit_at ON admin_audit (at);

-- O5: when all of an ended load test is cancelled and closed; a sweep repeats an end that was interrupted.
ALTER TABLE realms ADD COLUMN ended_at timestamptz(3);
UPDATE realms SET ended_at = closed_at WHERE closed_at IS NOT NULL;
CREATE INDEX realms_open ON realms (created_at) WHERE ended_at IS NULL AND kind = 'load_test';

CREATE TRIGGER realms_list AFTER INSERT OR UPDATE ON realms
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('load-tests');
