-- O6: states that were not those they should be, found by comparing at random what clients show with what was sent to them, and what
-- servers know with the rows.
CREATE TABLE room_drifts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  found_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  room text NOT NULL,
  kind text NOT NULL,
  -- Whose state it was: a client's, which alone proves nothing, or a server's.
  of text NOT NULL CHECK (of IN ('client', 'server')),
  how text NOT NULL CHECK (how IN ('behind', 'differs')),
  version bigint NOT NULL,
  expected bigint NOT NULL,
  -- The client's user, who may be deleted since.
  user_id uuid,
  server text NOT NULL,
  -- The last minutes of the room as JSON lines, once they were collected.
  trace text
);
CREATE INDEX room_drifts_found ON room_drifts (found_at);
CREATE INDEX room_drifts_user ON room_drifts (user_id, found_at) WHERE user_id IS NOT NULL;
