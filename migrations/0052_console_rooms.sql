-- O1: the console's lists update live. Each statement that changes a listed table leaves one row here; the version of a list's
-- room is their number. Inserts never wait for each other, and a row becomes visible with its commit, so no change is missed.
-- A sweep folds the rows into list_changes_folded in one statement, which leaves the sum as it is.
CREATE TABLE list_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list text NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX list_changes_list ON list_changes (list);
CREATE TABLE list_changes_folded (
  list text PRIMARY KEY,
  changes bigint NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_changes (list) VALUES (TG_ARGV[0]);
  RETURN NULL;
END
$$;

CREATE TRIGGER manual_payments_list AFTER INSERT OR UPDATE OR DELETE ON manual_payments
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('payments');
CREATE TRIGGER payouts_list AFTER INSERT OR UPDATE OR DELETE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('payouts');
CREATE TRIGGER trades_list AFTER INSERT OR UPDATE OR DELETE ON trades
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('trades');
CREATE TRIGGER orders_list AFTER INSERT OR UPDATE OR DELETE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('orders');
CREATE TRIGGER heist_orders_list AFTER INSERT OR UPDATE OR DELETE ON heist_orders
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('heist-orders');
CREATE TRIGGER task_uploads_list AFTER INSERT OR UPDATE OR DELETE ON task_uploads
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('task-uploads');
CREATE TRIGGER tasks_list AFTER INSERT OR UPDATE OR DELETE ON tasks
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('tasks');
CREATE TRIGGER referral_tasks_list AFTER INSERT OR UPDATE OR DELETE ON referral_tasks
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('referral-tasks');
CREATE TRIGGER approvals_list AFTER INSERT OR UPDATE OR DELETE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('approvals');
CREATE TRIGGER admin_audit_list AFTER INSERT ON admin_audit
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('audit-log');
CREATE TRIGGER coin_packages_list AFTER INSERT OR UPDATE OR DELETE ON coin_packages
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('packages');
CREATE TRIGGER banks_list AFTER INSERT OR UPDATE OR DELETE ON banks
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('banks');
CREATE TRIGGER traders_list AFTER INSERT OR UPDATE OR DELETE ON traders
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('traders');
CREATE TRIGGER teams_list AFTER INSERT OR UPDATE OR DELETE ON teams
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('teams');
CREATE TRIGGER fixtures_list AFTER INSERT OR UPDATE OR DELETE ON fixtures
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('fixtures');
CREATE TRIGGER posts_list AFTER INSERT OR UPDATE OR DELETE ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('posts');
CREATE TRIGGER instagram_posts_list AFTER INSERT OR UPDATE OR DELETE ON instagram_posts
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('instagram-posts');
CREATE TRIGGER notify_requests_list AFTER INSERT OR UPDATE OR DELETE ON notify_requests
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('notify-me');
CREATE TRIGGER settings_list AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('settings');
CREATE TRIGGER affiliate_referrals_list AFTER INSERT OR UPDATE OR DELETE ON affiliate_referrals
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('affiliates');
CREATE TRIGGER users_list AFTER INSERT OR DELETE OR UPDATE OF username, full_name, email, role, deleted_at ON users
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('users');
CREATE TRIGGER audit_reports_list AFTER INSERT ON audit_reports
  FOR EACH STATEMENT EXECUTE FUNCTION note_list_change('audit-reports');

-- O1: totals at the beginning of a day in Lagos, so that what was paid in and out since then is a difference of two rows.
CREATE TABLE money_days (
  day date PRIMARY KEY,
  paid_in bigint NOT NULL,
  paid_out bigint NOT NULL,
  as_of timestamptz(3) NOT NULL
);
