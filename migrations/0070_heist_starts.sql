-- W6: the notices before and at the start of a heist, for its ticket holders.
CREATE TABLE heist_start_notices (
  heist_id integer NOT NULL,
  moment text NOT NULL CHECK (moment IN ('soon', 'start')),
  -- Holders up to this user have been notified; all of them at told_at, which is also set when the moment has passed.
  told_upto uuid,
  told_at timestamptz(3),
  PRIMARY KEY (heist_id, moment)
);
CREATE INDEX heist_start_notices_untold ON heist_start_notices (heist_id) WHERE told_at IS NULL;
CREATE UNIQUE INDEX notifications_starting_once ON notifications (user_id, subject_kind, subject_id, (details ->> 'moment'))
  WHERE kind = 'starting';
-- Holders of heists that have started know it.
INSERT INTO heist_start_notices (heist_id, moment, told_at)
SELECT id, 'start', clock_timestamp() FROM heists WHERE status = 'started';
