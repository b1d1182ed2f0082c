-- O3: wallets in the order of a balance, for operators. A roll-up keeps them up to date: an index on a balance of `wallets` would end
-- their HOT updates, which every posting relies on.
CREATE TABLE wallet_ranks (
  user_id uuid PRIMARY KEY,
  available bigint NOT NULL,
  held bigint NOT NULL,
  bonus bigint NOT NULL
);
CREATE INDEX wallet_ranks_available ON wallet_ranks (available, user_id);
CREATE INDEX wallet_ranks_held ON wallet_ranks (held, user_id);
CREATE INDEX wallet_ranks_bonus ON wallet_ranks (bonus, user_id);

-- The ranks contain the postings of transactions before `upto`, and perhaps later ones.
CREATE TABLE wallet_rank_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  upto xid8 NOT NULL DEFAULT '0'
);
INSERT INTO wallet_rank_position (upto) SELECT pg_snapshot_xmin(pg_current_snapshot());
INSERT INTO wallet_ranks SELECT user_id, available, held, bonus FROM wallets;

CREATE FUNCTION rank_new_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_ranks SELECT user_id, available, held, bonus FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER wallets_rank AFTER INSERT ON wallets
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rank_new_wallets();
-- Those that were created while the others were copied.
INSERT INTO wallet_ranks SELECT user_id, available, held, bonus FROM wallets w
  WHERE NOT EXISTS (SELECT FROM wallet_ranks r WHERE r.user_id = w.user_id);
