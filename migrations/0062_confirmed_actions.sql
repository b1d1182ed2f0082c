-- S8a: a confirmation lasts from one action to the next, and 30 minutes at most.
ALTER TABLE sessions ADD COLUMN confirmed_action_at timestamptz(3);
UPDATE settings SET value = '30' WHERE key = 'reauthenticateAfterMinutes' AND value::text::numeric > 30;
