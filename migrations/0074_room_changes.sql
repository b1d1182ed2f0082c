-- P4: the rooms whose rows changed, written by the transaction that changed them. Each server reads every second what was
-- committed since its last read, whatever the number of rooms that it has members in. Wallets need no rows here: each of their
-- changes is a posting, and postings have the id of their transaction. A sweep deletes rows that every server has read.
CREATE TABLE room_changes (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  room text NOT NULL,
  -- Of the room's state, where a column has it: a server that has this version need not read the room.
  version bigint
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_analyze_scale_factor = 0.5);
CREATE INDEX room_changes_xid ON room_changes (xid);

-- Takes the kind of a room whose version is the row's.
CREATE FUNCTION note_room_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room, version) VALUES (TG_ARGV[0] || ':' || NEW.id, NEW.version);
  RETURN NULL;
END $$;
CREATE TRIGGER auctions_room AFTER UPDATE ON auctions FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION note_room_change('auction');
CREATE TRIGGER heists_vault AFTER UPDATE ON heists FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION note_room_change('vault');

CREATE FUNCTION note_heist_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room) VALUES ('heist:' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER heists_room AFTER UPDATE ON heists FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version OR OLD.participants IS DISTINCT FROM NEW.participants)
  EXECUTE FUNCTION note_heist_change();

CREATE FUNCTION note_contest_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room) VALUES (NEW.kind || ':' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER contests_room AFTER UPDATE ON contests FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION note_contest_change();

CREATE FUNCTION note_players_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room) SELECT c.kind || ':' || c.id FROM contests c WHERE c.id = NEW.contest_id;
  RETURN NULL;
END $$;
CREATE TRIGGER contest_player_counts_room AFTER UPDATE ON contest_player_counts FOR EACH ROW
  WHEN (OLD.players IS DISTINCT FROM NEW.players) EXECUTE FUNCTION note_players_change();

CREATE FUNCTION note_list_room_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room, version) VALUES (NEW.room, NEW.version);
  RETURN NULL;
END $$;
CREATE TRIGGER list_rooms_room AFTER INSERT OR UPDATE ON list_rooms FOR EACH ROW EXECUTE FUNCTION note_list_room_change();

CREATE FUNCTION note_inbox_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO room_changes (room) VALUES ('user:' || NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER inboxes_room AFTER UPDATE ON inboxes FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION note_inbox_change();
