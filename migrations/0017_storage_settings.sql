-- Vacuum, freezing and statistics of tables that get millions of rows a day. By default a vacuum waits for a fifth of the
-- table: in a table of years, for months of rows at once.

-- Append-only: a vacuum after each million rows, which freezes them at once, since they never change. So no vacuum has much
-- to read, none against wraparound finds old work, and index-only scans find all pages visible. Statistics after 1 %:
-- the newest values (sequence numbers, times) are those that are asked for.
ALTER TABLE postings SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE transfers SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE transfer_keys SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE bids SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0, autovacuum_analyze_scale_factor = 0.01);

-- Written once and closed once: each closing leaves a dead row and dead entries of the partial indexes on open holds, which
-- every bid reads. So a vacuum comes after a fixed number of them, whatever the size of the history.
ALTER TABLE holds SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_vacuum_cost_limit = 1000);
-- Written once and refunded at most once.
ALTER TABLE auction_entries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500000, autovacuum_analyze_scale_factor = 0.01);

-- Updated in place all the time (fillfactor 70 and 50 from earlier): updates prune their own pages, so a vacuum is needed
-- only for what pruning leaves. Sooner than by default, and faster, since a hot row's dead versions slow every reader.
ALTER TABLE wallets SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_limit = 1000);
ALTER TABLE funds SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_limit = 1000);
ALTER TABLE auctions SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_limit = 1000);
-- A counter and a version for each user, updated by each notice: room for updates in place.
ALTER TABLE inboxes SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
-- One row for each list of auctions, updated by each change in it.
ALTER TABLE list_rooms SET (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
-- Last use, address and rotation are updated while a session lives; then it is purged.
ALTER TABLE sessions SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Queues and memories with an end: what is purged is vacuumed before it adds up, so that the oldest rows, which the purge
-- and the senders read first, are not behind dead ones.
ALTER TABLE session_changes SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
ALTER TABLE stored_replies SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE mail_outbox SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE one_time_codes SET (autovacuum_vacuum_scale_factor = 0.02);
ALTER TABLE notifications SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
