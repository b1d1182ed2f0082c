-- Tasks (T1, T7): social tasks with uploaded screenshots, referral tasks, and conversions of task coins.
CREATE TABLE tasks (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 2000),
  task_coin_reward bigint NOT NULL CHECK (task_coin_reward BETWEEN 1 AND 100000),
  url_link text NOT NULL CHECK (url_link LIKE 'https://%'),
  is_active boolean NOT NULL DEFAULT true,
  -- Counted with each upload and decision, so that a list reads no uploads.
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  approved integer NOT NULL DEFAULT 0 CHECK (approved >= 0),
  rejected integer NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 70);
CREATE INDEX tasks_listed ON tasks (realm, id) WHERE is_active;
-- O3: an index for each order and filter.
CREATE INDEX tasks_active ON tasks (is_active, id);
CREATE INDEX tasks_realm ON tasks (realm, id);
CREATE INDEX tasks_by_title ON tasks (title, id);
CREATE INDEX tasks_title ON tasks USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE task_uploads (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 300001) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  task_id integer NOT NULL REFERENCES tasks (id),
  user_id uuid NOT NULL REFERENCES users (id),
  -- T7: the first upload and at most 3 repetitions.
  attempt smallint NOT NULL CHECK (attempt BETWEEN 1 AND 4),
  -- The task's reward at the upload.
  task_coins bigint NOT NULL CHECK (task_coins BETWEEN 1 AND 100000),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  -- SHA-256 of the decoded pixels.
  screenshot_hash bytea NOT NULL CHECK (octet_length(screenshot_hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES users (id),
  reason text,
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK ((status = 'rejected') = (reason IS NOT NULL)),
  UNIQUE (task_id, user_id, attempt)
) WITH (fillfactor = 80);
-- T1.
CREATE UNIQUE INDEX task_uploads_once ON task_uploads (task_id, user_id) WHERE status <> 'rejected';
CREATE INDEX task_uploads_open ON task_uploads (user_id, task_id) WHERE status = 'pending';
CREATE INDEX task_uploads_hash ON task_uploads (screenshot_hash, id);
-- What was decided for a user, read from the index alone.
CREATE INDEX task_uploads_history ON task_uploads (user_id, status);
-- The audit reads uploads that changed since the last one.
CREATE INDEX task_uploads_decided ON task_uploads (decided_at) WHERE decided_at IS NOT NULL;
-- O3: an index for each order and filter.
CREATE INDEX task_uploads_realm ON task_uploads (realm, id);
CREATE INDEX task_uploads_status ON task_uploads (realm, status, id);
CREATE INDEX task_uploads_overdue ON task_uploads (realm, id, created_at) WHERE status = 'pending';
CREATE INDEX task_uploads_task ON task_uploads (task_id, id);
CREATE INDEX task_uploads_user ON task_uploads (user_id, id);

CREATE FUNCTION guard_task_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' OR NEW.status = 'pending' THEN
    RAISE EXCEPTION 'an upload is decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.realm, NEW.task_id, NEW.user_id, NEW.attempt, NEW.task_coins, NEW.screenshot_hash, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.realm, OLD.task_id, OLD.user_id, OLD.attempt, OLD.task_coins, OLD.screenshot_hash, OLD.created_at) THEN
    RAISE EXCEPTION 'only the decision of an upload is written later' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER task_uploads_guard BEFORE UPDATE ON task_uploads FOR EACH ROW EXECUTE FUNCTION guard_task_upload();
CREATE TRIGGER task_uploads_keep BEFORE DELETE ON task_uploads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER task_uploads_no_truncate BEFORE TRUNCATE ON task_uploads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Re-encoded. Private: in the database, so that no public address leads to them and every server has them.
CREATE TABLE task_screenshots (
  upload_id integer PRIMARY KEY REFERENCES task_uploads (id),
  picture bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE task_screenshots ALTER COLUMN picture SET STORAGE EXTERNAL;
CREATE INDEX task_screenshots_age ON task_screenshots (created_at);

CREATE TABLE referral_tasks (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  required_referrals integer NOT NULL CHECK (required_referrals BETWEEN 1 AND 10000),
  task_coin_reward bigint NOT NULL CHECK (task_coin_reward BETWEEN 1 AND 100000),
  is_active boolean NOT NULL DEFAULT true,
  -- Counted with each reward.
  rewarded integer NOT NULL DEFAULT 0 CHECK (rewarded >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 70);
CREATE INDEX referral_tasks_listed ON referral_tasks (realm, id) WHERE is_active;
CREATE INDEX referral_tasks_active ON referral_tasks (is_active, id);
CREATE INDEX referral_tasks_realm ON referral_tasks (realm, id);
CREATE INDEX referral_tasks_required ON referral_tasks (required_referrals, id);

-- T1: once for each task and user.
CREATE TABLE referral_rewards (
  referral_task_id integer NOT NULL REFERENCES referral_tasks (id),
  user_id uuid NOT NULL,
  -- Friends who counted.
  referrals integer NOT NULL CHECK (referrals > 0),
  task_coins bigint NOT NULL CHECK (task_coins BETWEEN 1 AND 100000),
  transfer_id uuid NOT NULL UNIQUE,
  rewarded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (referral_task_id, user_id)
);
CREATE INDEX referral_rewards_of_user ON referral_rewards (user_id);
CREATE INDEX referral_rewards_by_time ON referral_rewards (rewarded_at);
CREATE TRIGGER referral_rewards_append_only BEFORE UPDATE OR DELETE ON referral_rewards FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER referral_rewards_no_truncate BEFORE TRUNCATE ON referral_rewards FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- T7, L8: task coins that became bonus coins, by one transfer in each unit.
CREATE TABLE task_conversions (
  id integer GENERATED ALWAYS AS IDENTITY (START WITH 300001) PRIMARY KEY,
  realm integer NOT NULL REFERENCES realms (id),
  user_id uuid NOT NULL,
  task_coins bigint NOT NULL,
  -- Bonus coins.
  bid_points bigint NOT NULL CHECK (bid_points > 0),
  rate integer NOT NULL CHECK (rate > 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (task_coins = bid_points * rate)
);
CREATE INDEX task_conversions_by_time ON task_conversions (created_at);
CREATE TRIGGER task_conversions_append_only BEFORE UPDATE OR DELETE ON task_conversions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER task_conversions_no_truncate BEFORE TRUNCATE ON task_conversions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
