-- Converts bids, transfers and postings to partitioned tables: see docs/partitions.md. Run it as the owner:
-- psql -v ON_ERROR_STOP=1 -f deploy/partitions.sql. The rows are not moved: each table becomes the first partition of a new
-- table. Step 1 blocks no query. Step 2 locks the three tables for about a quarter of a second.

-- Returns the lowest id (UUIDv7) of a time.
CREATE OR REPLACE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (encode(substr(int8send(floor(extract(epoch FROM at) * 1000)::bigint), 3), 'hex') || '70008000000000000000')::uuid
$$;

-- Creates one partition without blocking writers: CREATE TABLE … PARTITION OF would lock the parent.
CREATE OR REPLACE FUNCTION create_partition(parent text, suffix text, lower_bound text, upper_bound text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  name CONSTANT text := parent || '_' || suffix;
BEGIN
  IF to_regclass(format('public.%I', name)) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES) WITH (%s)', name, parent,
    (SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = (parent || '_first')::regclass));
  EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent, name, lower_bound, upper_bound);
END $$;

-- Creates the missing partitions of the next months and auctions. Servers call it each hour; it runs as the owner, because
-- their role may not create tables.
CREATE OR REPLACE FUNCTION create_partitions() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  months_ahead CONSTANT integer := 3;
  auctions_each CONSTANT integer := 10000;
  month timestamptz;
  range_start integer;
BEGIN
  -- One caller at a time creates partitions; the others return.
  IF NOT pg_try_advisory_xact_lock(7301021) THEN RETURN; END IF;
  FOR nth IN 1..months_ahead LOOP
    month := (date_trunc('month', now() AT TIME ZONE 'UTC') + nth * interval '1 month') AT TIME ZONE 'UTC';
    PERFORM create_partition(parent, to_char(month AT TIME ZONE 'UTC', 'YYYY_MM'), public.first_id_at(month)::text,
      public.first_id_at((month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')::text)
    FROM unnest(ARRAY['transfers', 'postings']) AS parent;
  END LOOP;
  FOR nth IN 1..3 LOOP
    range_start := ((SELECT coalesce(max(id), 0) FROM public.auctions) / auctions_each + nth) * auctions_each;
    PERFORM create_partition('bids', range_start::text, range_start::text, (range_start + auctions_each)::text);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION create_partition(text, text, text, text), create_partitions() FROM PUBLIC;

-- Step 1: constraints that prove the bounds of the first partitions. Reads the tables without blocking writers.
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_id_is_v7;
DO $$
DECLARE
  next_month CONSTANT uuid := first_id_at((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  EXECUTE format('ALTER TABLE transfers ADD CONSTRAINT transfers_until CHECK (id < %L) NOT VALID', next_month);
  EXECUTE format('ALTER TABLE postings ADD CONSTRAINT postings_until CHECK (transfer_id < %L) NOT VALID', next_month);
  EXECUTE format('ALTER TABLE bids ADD CONSTRAINT bids_until CHECK (auction_id < %s) NOT VALID',
    ((SELECT coalesce(max(id), 0) FROM auctions) / 10000 + 1) * 10000);
END $$;
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_until;
ALTER TABLE postings VALIDATE CONSTRAINT postings_until;
ALTER TABLE bids VALIDATE CONSTRAINT bids_until;

-- Step 2.
BEGIN;
SET LOCAL lock_timeout = '2s';
-- In the lock order of a batch of bids.
LOCK TABLE bids, transfers, postings IN ACCESS EXCLUSIVE MODE;
DO $$
DECLARE
  moved record;
  definition text;
  definitions text[];
  bound text;
BEGIN
  FOR moved IN SELECT * FROM (VALUES ('transfers', 'id'), ('postings', 'transfer_id'), ('bids', 'auction_id')) AS t(name, key) LOOP
    SELECT (regexp_match(pg_get_constraintdef(oid), '< ''?([0-9a-f-]+)'))[1] INTO bound FROM pg_constraint
    WHERE conrelid = moved.name::regclass AND conname = moved.name || '_until';
    SELECT array_agg(pg_get_triggerdef(oid)) INTO definitions FROM pg_trigger WHERE tgrelid = moved.name::regclass AND NOT tgisinternal;
    FOR definition IN SELECT format('DROP TRIGGER %I ON %I', tgname, moved.name) FROM pg_trigger
      WHERE tgrelid = moved.name::regclass AND NOT tgisinternal LOOP EXECUTE definition; END LOOP;
    EXECUTE format('ALTER TABLE %1$I RENAME TO %1$s_first', moved.name);
    EXECUTE format('CREATE TABLE %1$I (LIKE %1$s_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%2$I)', moved.name, moved.key);
    EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT %1$s_until', moved.name);
    -- The indexes of the first partition are reused if the definitions are equal.
    FOR definition IN SELECT regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \S+ ON (ONLY )?\S+ USING', 'INDEX ON ' || moved.name || ' USING')
      FROM pg_index WHERE indrelid = (moved.name || '_first')::regclass AND NOT indisprimary LOOP EXECUTE definition; END LOOP;
    EXECUTE format('ALTER TABLE %I ADD %s', moved.name, (SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = (moved.name || '_first')::regclass AND contype = 'p'));
    EXECUTE format('ALTER TABLE %1$I ATTACH PARTITION %1$s_first FOR VALUES FROM (MINVALUE) TO (%2$L)', moved.name, bound);
    EXECUTE format('ALTER TABLE %1$s_first DROP CONSTRAINT %1$s_until', moved.name);
    -- Roles keep their privileges on the table and have none on its partitions.
    FOR definition IN SELECT format('GRANT %1$s ON %2$I TO %3$I; REVOKE %1$s ON %2$s_first FROM %3$I', a.privilege_type, moved.name, r.rolname)
      FROM pg_class c, aclexplode(c.relacl) AS a JOIN pg_roles r ON r.oid = a.grantee
      WHERE c.oid = (moved.name || '_first')::regclass AND a.grantee <> c.relowner LOOP EXECUTE definition; END LOOP;
    EXECUTE format('CREATE TRIGGER %1$s_first_no_truncate BEFORE TRUNCATE ON %1$s_first FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', moved.name);
    FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
  END LOOP;
END $$;
SELECT create_partitions();
COMMIT;
-- Step 3: run the migrations again (deploy/migrate.ts, or a start with DATABASE_OWNER_URL), which permit servers to call
-- create_partitions.
