-- The batch that last wrote scores of this contest. A server that wrote it knows the rows of the players.
ALTER TABLE contests ADD COLUMN batch_id uuid;
-- Written and read whole with every batch of plays: as text they take less space than jsonb, and no time to parse.
ALTER TABLE contests ALTER COLUMN top TYPE json, ALTER COLUMN top SET DEFAULT '[]';
ALTER TABLE contest_scores ALTER COLUMN state TYPE json USING state::json;
