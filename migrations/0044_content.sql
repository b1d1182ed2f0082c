-- The blog (T3): posts, and links to Instagram posts. Only published ones are listed for players.
CREATE TABLE posts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 40),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 160),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 10000),
  -- The stored picture's name without size and ending, NULL for drawn art.
  image text,
  is_published boolean NOT NULL DEFAULT false,
  -- The first publication, which is the date of the post.
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (NOT is_published OR published_at IS NOT NULL)
);
CREATE INDEX posts_published ON posts (published_at DESC, id DESC) WHERE is_published;
CREATE INDEX posts_by_state ON posts (is_published, id);
CREATE INDEX posts_title ON posts (title, id);
CREATE INDEX posts_title_search ON posts USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 256);

CREATE TABLE instagram_posts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  url text NOT NULL UNIQUE CHECK (url ~ '^https://www\.instagram\.com/(p|reel)/[A-Za-z0-9_-]{5,40}/$'),
  is_published boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX instagram_posts_by_state ON instagram_posts (is_published, id);

-- The number of an address, for the operators' list and its CSV file.
ALTER TABLE notify_requests ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX notify_requests_id ON notify_requests (id);
CREATE INDEX notify_requests_search ON notify_requests USING gin ((email::text) gin_trgm_ops)
  WITH (gin_pending_list_limit = 256);
