-- W22: receipts that their owners share. The code is the link; each player shares an item once at a time.
CREATE TABLE receipts (
  code text PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL,
  item_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX receipts_shared ON receipts (user_id, kind, item_id) WHERE ended_at IS NULL;

-- The public keys that have signed receipts: a new key does not make older receipts unreadable.
CREATE TABLE receipt_keys (
  id text PRIMARY KEY,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  since timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
