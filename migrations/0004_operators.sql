-- O3: what needs a second operator waits here.
CREATE TABLE approvals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  requested_by uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_at timestamptz(3),
  CHECK (decided_by IS NULL OR decided_by <> requested_by),
  CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX approvals_pending ON approvals (id) WHERE status = 'pending';
