-- S8a: what a user sees of their sessions. The network is a prefix, never a full address.
ALTER TABLE sessions
  ADD COLUMN device text,
  ADD COLUMN network text,
  ADD COLUMN last_used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp();
UPDATE sessions SET last_used_at = created_at;

-- S2a: devices on which a user has signed in before; only a hash of the device's token is stored.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users (id),
  token_hash bytea NOT NULL,
  last_used_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_devices_last_used ON known_devices (last_used_at);

-- S1a: attempts from other networks than the one that requested the code use up only some of its attempts.
ALTER TABLE one_time_codes
  ADD COLUMN network text,
  ADD COLUMN tries_elsewhere smallint NOT NULL DEFAULT 0;

-- S1a: mails hold codes; nothing of their content is kept once they are sent.
UPDATE mail_outbox SET subject = '', body = '' WHERE sent_at IS NOT NULL;
