-- S8a: TOTP secrets of operators, encrypted with SECRETS_KEY, and their recovery codes, hashed with it.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  secret bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- NULL: the enrolment has not been confirmed with a code yet, and the factor is not asked for.
  confirmed_at timestamptz(3),
  -- The TOTP time step that was accepted last: neither it nor an earlier one is accepted again.
  last_step bigint,
  wrong_tries smallint NOT NULL DEFAULT 0,
  wrong_since timestamptz(3)
);
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_id, code_hash)
);
