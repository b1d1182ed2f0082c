-- W23: push messages. A subscription is one browser of a session; it ends with the session.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
  -- Of the few known push services, for figures.
  service text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- The first failure since the last accepted message.
  failing_since timestamptz(3)
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id, created_at);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_failing ON push_subscriptions (failing_since) WHERE failing_since IS NOT NULL;

-- Without a row: all kinds, no amounts, and the quiet hours of the settings.
CREATE TABLE push_preferences (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  muted text[] NOT NULL,
  shows_amounts boolean NOT NULL,
  quiet_is_on boolean NOT NULL,
  -- Minutes of the day in Lagos; null: those of the settings.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439)
);

-- One message for each subject and subscription: a later one takes the place of an earlier one, sent or not.
CREATE TABLE push_messages (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- Known only to the device that decrypts the message, which sends it with its receipts.
  id uuid NOT NULL UNIQUE,
  -- The kind of the notice.
  kind text NOT NULL,
  notice_id uuid,
  details jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Null: there is nothing more to send.
  due_at timestamptz(3),
  -- While a server sends it. A message that takes its place meanwhile waits until then.
  claimed_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  -- Whether the user had a visible page at the last attempt.
  was_present boolean NOT NULL DEFAULT false,
  -- When the push service accepted it.
  sent_at timestamptz(3),
  shown_at timestamptz(3),
  opened_at timestamptz(3),
  acted_at timestamptz(3),
  PRIMARY KEY (subscription_id, subject_kind, subject_id)
);
CREATE INDEX push_messages_due ON push_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX push_messages_created ON push_messages (created_at);

-- Figures for operators, by day of Africa/Lagos.
CREATE TABLE push_days (
  day date NOT NULL,
  kind text NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  expired integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  shown integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  acted integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day, kind)
);
