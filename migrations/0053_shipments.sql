-- A10: the carrier of a shipped order. Until notice_at an operator can undo the shipment, and its owner neither sees it nor is notified.
ALTER TABLE orders
  ADD COLUMN carrier text CHECK (char_length(carrier) BETWEEN 1 AND 60),
  ADD COLUMN tracking text CHECK (char_length(tracking) BETWEEN 1 AND 80),
  ADD COLUMN shipped_at timestamptz(3),
  ADD COLUMN delivered_at timestamptz(3),
  ADD COLUMN notice_at timestamptz(3);
UPDATE orders SET shipped_at = updated_at WHERE status = 'shipped';
UPDATE orders SET delivered_at = updated_at WHERE status = 'delivered';
CREATE INDEX orders_notice_due ON orders (notice_at, id) WHERE notice_at IS NOT NULL;

-- Timelines of single items for operators: who joined, and which notices were sent about it.
CREATE INDEX auction_entries_timeline ON auction_entries (auction_id, joined_at, user_id);
CREATE INDEX contest_entries_timeline ON contest_entries (contest_id, joined_at, user_id);
CREATE INDEX heist_tickets_timeline ON heist_tickets (heist_id, joined_at, user_id);
CREATE INDEX notifications_subject ON notifications (subject_kind, subject_id, id);
