-- Who the users are and how they are signed in (S1 to S9).
CREATE TABLE users (
  id uuid PRIMARY KEY,
  realm integer NOT NULL DEFAULT 0 REFERENCES realms (id),
  role smallint NOT NULL DEFAULT 0 CHECK (role IN (0, 1)),
  username citext NOT NULL UNIQUE,
  email citext UNIQUE,
  full_name text NOT NULL,
  password_hash text,
  google_sub text UNIQUE,
  -- The path of the picture, NULL for the default one.
  profile text,
  wallet_address text NOT NULL UNIQUE,
  referral_code text NOT NULL UNIQUE,
  referred_by uuid REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- S6: sends and payouts wait for a day after one of these.
  credentials_changed_at timestamptz(3),
  deleted_at timestamptz(3),
  CHECK (realm = 0 OR role = 0)
);
CREATE INDEX users_realm ON users (realm) WHERE realm <> 0;
CREATE INDEX users_referred_by ON users (referred_by) WHERE referred_by IS NOT NULL;

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When the password (or Google) was last shown; S6 asks for it to be recent.
  authenticated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  end_reason text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

-- S3: what servers read every 500 ms. A row says: forget what you know of this session,
-- or, without a session, of every session of this user.
CREATE TABLE session_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  session_id uuid,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX session_changes_at ON session_changes (at);

-- S1: one-time codes, salted and hashed.
CREATE TABLE one_time_codes (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'reset_password', 'recover_pin', 'change_email')),
  email citext NOT NULL,
  salt bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX one_time_codes_email ON one_time_codes (email, purpose, created_at DESC);

-- Unread counts; a row for each user, made with the user. version + the wallet's version is the version of room user:{id}.
CREATE TABLE inboxes (
  user_id uuid PRIMARY KEY,
  unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
  version bigint NOT NULL DEFAULT 0
);
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz(3)
);
CREATE INDEX notifications_user ON notifications (user_id, id DESC);
-- W6: one unread outbid notice per user and auction; the others are told once per subject.
CREATE UNIQUE INDEX notifications_outbid_once ON notifications (user_id, subject_kind, subject_id) WHERE kind = 'outbid' AND read_at IS NULL;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, kind, subject_kind, subject_id) WHERE kind IN ('won', 'lost', 'refunded');
