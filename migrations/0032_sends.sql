-- W1, W11: sends of coins between players, for receipts, lists and limits. The ledger holds the coins.
CREATE TABLE sends (
  -- The id of its transfer of kind `send`.
  id uuid PRIMARY KEY,
  realm integer NOT NULL,
  sender_id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  charge bigint NOT NULL CHECK (charge >= 0),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT sends_to_another CHECK (sender_id <> recipient_id)
);
CREATE INDEX sends_sender ON sends (sender_id, created_at, id);
CREATE INDEX sends_recipient ON sends (recipient_id, created_at, id);
CREATE TRIGGER sends_append_only BEFORE UPDATE OR DELETE ON sends FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sends_no_truncate BEFORE TRUNCATE ON sends FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
