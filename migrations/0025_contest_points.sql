-- The sum of all points that plays of a contest made. The audit compares it with the sum of its players' scores.
ALTER TABLE contests ADD COLUMN points bigint NOT NULL DEFAULT 0 CHECK (points >= 0);
UPDATE contests c SET points = coalesce((SELECT sum(score) FROM contest_scores s WHERE s.contest_id = c.id), 0);
-- Contests that the audit has to read: those that were settled since the last one.
CREATE INDEX contests_settled ON contests (settled_at, id) WHERE settled_at IS NOT NULL;
