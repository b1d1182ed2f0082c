-- Affiliates (T2, T4, T5): links to auctions and heists, the users who joined through them, and claimed rewards.
CREATE TABLE affiliate_links (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, user_id)
);
CREATE INDEX affiliate_links_of_user ON affiliate_links (user_id, subject_kind, created_at);

-- One row for each user who joined through a link and paid. A refunded entry does not count: the entry's row tells.
CREATE TABLE affiliate_referrals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- That of the subject. Operators see those of real users only.
  realm integer NOT NULL DEFAULT 0,
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  referrer_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- The referrer's referrals of one subject are numbered from 1, under the lock of the referrer's inbox.
  no integer NOT NULL CHECK (no > 0),
  -- Coins that the user paid for the entry.
  paid bigint NOT NULL CHECK (paid > 0),
  -- The network prefix of the request that joined.
  network text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Why operators should look at it, as of the last check.
  flags text[] NOT NULL DEFAULT '{}'
    CHECK (flags <@ ARRAY['same_network', 'same_device', 'same_bank_account', 'chain', 'new_account']),
  checks smallint NOT NULL DEFAULT 0,
  -- When the next check is due; NULL after the last one, and for load tests.
  check_at timestamptz(3) DEFAULT clock_timestamp(),
  CHECK (referrer_id <> user_id),
  UNIQUE (subject_kind, subject_id, user_id),
  CONSTRAINT affiliate_referrals_numbered UNIQUE (referrer_id, subject_kind, subject_id, no)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX affiliate_referrals_by_time ON affiliate_referrals (referrer_id, created_at);
CREATE INDEX affiliate_referrals_of_user ON affiliate_referrals (user_id);
CREATE INDEX affiliate_referrals_due ON affiliate_referrals (check_at, id) WHERE check_at IS NOT NULL;
-- O3: an index for each filter of the operators' list.
CREATE INDEX affiliate_referrals_real ON affiliate_referrals (id) WHERE realm = 0;
CREATE INDEX affiliate_referrals_kind ON affiliate_referrals (subject_kind, id) WHERE realm = 0;
CREATE INDEX affiliate_referrals_of_referrer ON affiliate_referrals (referrer_id, id);
CREATE INDEX affiliate_referrals_flagged ON affiliate_referrals (id) WHERE flags <> '{}';
CREATE INDEX affiliate_referrals_flagged_kind ON affiliate_referrals (subject_kind, id) WHERE flags <> '{}';

-- Sums of the checked referrals of each referrer, so that operators see the most suspicious referrers first.
CREATE TABLE affiliate_referrers (
  referrer_id uuid PRIMARY KEY,
  referrals integer NOT NULL CHECK (referrals >= 0),
  -- Those with at least one flag.
  flagged integer NOT NULL CHECK (flagged >= 0)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX affiliate_referrers_flagged ON affiliate_referrers (flagged, referrer_id);

CREATE TABLE affiliate_claims (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  referrer_id uuid NOT NULL,
  -- Referrals that counted at the claim.
  counted integer NOT NULL CHECK (counted > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  transfer_id uuid NOT NULL UNIQUE,
  claimed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, referrer_id)
);
CREATE INDEX affiliate_claims_of_referrer ON affiliate_claims (referrer_id);
CREATE INDEX affiliate_claims_by_time ON affiliate_claims (claimed_at);
CREATE TRIGGER affiliate_claims_append_only BEFORE UPDATE OR DELETE ON affiliate_claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER affiliate_claims_no_truncate BEFORE TRUNCATE ON affiliate_claims FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- T5: claims that `rewards` could not pay. A row is deleted when the claim is paid.
CREATE TABLE affiliate_unfunded_claims (
  subject_kind text NOT NULL CHECK (subject_kind IN ('auction', 'heist')),
  subject_id integer NOT NULL,
  referrer_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  claimed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (subject_kind, subject_id, referrer_id)
);
CREATE INDEX affiliate_unfunded_claims_of_referrer ON affiliate_unfunded_claims (referrer_id);
CREATE INDEX affiliate_unfunded_claims_by_time ON affiliate_unfunded_claims (claimed_at);

-- T5: the auctions that can be promoted.
CREATE INDEX auctions_promoted ON auctions (realm, id) WHERE target_users > 0 AND status IN ('pending', 'active');
