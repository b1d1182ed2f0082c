-- The audit reads payouts that changed since the last one.
CREATE INDEX payouts_changed ON payouts (coalesce(ended_at, decided_at, created_at));
