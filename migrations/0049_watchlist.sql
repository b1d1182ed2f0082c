-- The watchlist (A13): auctions that a player wants to be reminded of before they end.
CREATE TABLE auction_watches (
  user_id uuid NOT NULL,
  auction_id integer NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When the one notice was written, or skipped because the player does not receive such notices.
  noticed_at timestamptz(3),
  PRIMARY KEY (user_id, auction_id)
);
CREATE INDEX auction_watches_listed ON auction_watches (user_id, added_at DESC, auction_id DESC);
CREATE INDEX auction_watches_unnoticed ON auction_watches (auction_id, user_id) WHERE noticed_at IS NULL;
-- One notice for each user and auction.
CREATE UNIQUE INDEX notifications_ending_once ON notifications (user_id, subject_kind, subject_id) WHERE kind = 'ending';
