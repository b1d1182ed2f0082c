-- P9: servers see whether commits reach a standby, which pg_stat_replication shows to members of pg_read_all_stats only.
-- Reads no table. Where the owner may not see it, can_read is false.
CREATE FUNCTION read_replication() RETURNS jsonb LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  WITH flushed AS MATERIALIZED (SELECT pg_current_wal_flush_lsn() AS lsn),
  wish AS (
    SELECT current_setting('synchronous_commit') AS reach, current_setting('synchronous_standby_names') AS names
  ),
  standbys AS MATERIALIZED (
    SELECT application_name AS name, state, sync_state IN ('sync', 'quorum') AND state = 'streaming' AS is_sync,
      CASE wish.reach WHEN 'remote_apply' THEN replay_lsn WHEN 'remote_write' THEN write_lsn ELSE flush_lsn END AS lsn,
      round(1000 * extract(epoch FROM flush_lag)) AS lag_ms
    FROM pg_stat_replication, wish WHERE state IN ('catchup', 'streaming')
  )
  SELECT jsonb_build_object(
    'can_read', pg_has_role(current_user, 'pg_read_all_stats', 'USAGE'),
    'wanted', wish.names <> '' AND wish.reach NOT IN ('off', 'local'),
    'position', flushed.lsn - '0/0',
    -- What as many standbys as must confirm a commit have; null while there are fewer.
    'confirmed', (
      SELECT lsn - '0/0' FROM standbys WHERE is_sync AND lsn IS NOT NULL ORDER BY lsn DESC LIMIT 1
      OFFSET coalesce(substring(wish.names FROM '(?i)^\s*(?:first|any)?\s*(\d+)\s*\(')::integer, 1) - 1
    ),
    'standbys', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'state', state, 'synchronous', is_sync,
        'behind_bytes', greatest(0, flushed.lsn - lsn), 'lag_ms', lag_ms) ORDER BY name), '[]') FROM standbys
    ),
    'slots', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('name', slot_name, 'active', active,
        'retained_bytes', greatest(0, flushed.lsn - restart_lsn), 'status', wal_status) ORDER BY slot_name), '[]')
      FROM pg_replication_slots
    )
  ) FROM wish, flushed
$$;
