-- O3a: links with which first operators choose a password. Only a hash of each token is stored; a used link is deleted.
CREATE TABLE operator_links (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL
);
