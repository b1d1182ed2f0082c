-- The home reads the last contests that a player entered, and no others.
CREATE INDEX contest_entries_of_user ON contest_entries (user_id, contest_id);
DROP INDEX contest_entries_user;
