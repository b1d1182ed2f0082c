-- P9: whether the last backup can be restored. `npm run backup` writes it with the owner's role; servers only read it.
CREATE TABLE backup_checks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  seconds double precision NOT NULL,
  ok boolean NOT NULL,
  error text,
  -- Of the base backup.
  taken_at timestamptz(3),
  bytes bigint,
  -- The newest transfer that was recovered, and how many postings of the live database were not.
  newest_at timestamptz(3),
  missing bigint
);
