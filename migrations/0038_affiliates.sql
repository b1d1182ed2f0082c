-- Affiliates (T2, T4, T5): links to auctions and heists, the users who joined through them, and claimed rewards.
CREATE TABLE affiliate_links (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, user_id)
);
CREATE INDEX affiliate_links_of_user ON affiliate_links (user_id, created_at);

-- One row for each user who joined through a link. A refunded entry does not count: the entry's row tells.
CREATE TABLE affiliate_referrals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  referrer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Coins that the user paid for the entry.
  paid bigint NOT NULL CHECK (paid >= 0),
  -- The network prefix of the request that joined.
  network text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CHECK (referrer_id <> user_id),
  UNIQUE (subject_kind, subject_id, user_id)
);
CREATE INDEX affiliate_referrals_of_referrer ON affiliate_referrals (referrer_id, subject_kind, subject_id);
CREATE INDEX affiliate_referrals_by_time ON affiliate_referrals (referrer_id, created_at);
CREATE INDEX affiliate_referrals_of_user ON affiliate_referrals (user_id);
CREATE INDEX affiliate_referrals_kind ON affiliate_referrals (subject_kind, id);

CREATE TABLE affiliate_claims (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  referrer_id uuid NOT NULL,
  -- Referrals that counted at the claim.
  counted integer NOT NULL CHECK (counted > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  transfer_id uuid NOT NULL,
  claimed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, referrer_id)
);
CREATE INDEX affiliate_claims_of_referrer ON affiliate_claims (referrer_id);
CREATE TRIGGER affiliate_claims_append_only BEFORE UPDATE OR DELETE ON affiliate_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER affiliate_claims_no_truncate BEFORE TRUNCATE ON affiliate_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- T5: the auctions that can be promoted.
CREATE INDEX auctions_promoted ON auctions (realm, id) WHERE target_users > 0 AND status IN ('pending', 'active');
