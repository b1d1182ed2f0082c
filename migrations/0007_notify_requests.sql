-- Who wants to be told by mail when a feature opens. Erased once they were told.
CREATE TABLE notify_requests (
  feature text NOT NULL CHECK (feature IN ('swap')),
  email citext NOT NULL CHECK (length(email) <= 254),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (feature, email)
);
