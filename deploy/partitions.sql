-- Turns bids, transfers and postings into partitioned tables, for a database that needs it: see docs/partitions.md. Run as
-- the owner: psql -v ON_ERROR_STOP=1 -f deploy/partitions.sql. The rows stay where they are: each table becomes the first
-- partition of its successor. Nothing waits for step 1. Step 2 takes a few milliseconds, in which the three tables are locked.

-- The lowest id (UUIDv7) of a moment.
CREATE OR REPLACE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT (encode(substr(int8send(floor(extract(epoch FROM at) * 1000)::bigint), 3), 'hex') || '70008000000000000000')::uuid
$$;

-- Creates the partitions of the coming months and of the coming auctions, where they are missing. Run it at least monthly.
CREATE OR REPLACE FUNCTION create_partitions() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  months_ahead CONSTANT integer := 3;
  auctions_each CONSTANT integer := 10000;
  month timestamptz;
  range_start integer;
  parent text;
BEGIN
  -- One at a time: several callers create each partition once.
  PERFORM pg_advisory_xact_lock(7301003);
  FOR nth IN 1..months_ahead LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + nth * interval '1 month';
    FOREACH parent IN ARRAY ARRAY['transfers', 'postings'] LOOP
      CONTINUE WHEN to_regclass(format('public.%I', parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM'))) IS NOT NULL;
      EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM'), parent, first_id_at(month), first_id_at(month + interval '1 month'));
    END LOOP;
  END LOOP;
  FOR nth IN 1..3 LOOP
    range_start := ((SELECT coalesce(max(id), 0) FROM auctions) / auctions_each + nth) * auctions_each;
    CONTINUE WHEN to_regclass(format('public.bids_%s', range_start)) IS NOT NULL;
    EXECUTE format('CREATE TABLE public.bids_%s PARTITION OF public.bids FOR VALUES FROM (%s) TO (%s)',
      range_start, range_start, range_start + auctions_each);
  END LOOP;
END $$;

-- Step 1: constraints that prove what the first partitions hold. Reads the tables; writers go on.
ALTER TABLE transfers VALIDATE CONSTRAINT transfers_id_is_v7;
DO $$
DECLARE
  next_month CONSTANT uuid := first_id_at(date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month');
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
    -- The indexes of the first partition are taken over where the definitions agree.
    FOR definition IN SELECT regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \S+ ON (ONLY )?\S+ USING', 'INDEX ON ' || moved.name || ' USING')
      FROM pg_index WHERE indrelid = (moved.name || '_first')::regclass AND NOT indisprimary LOOP EXECUTE definition; END LOOP;
    EXECUTE format('ALTER TABLE %I ADD %s', moved.name, (SELECT pg_get_constraintdef(oid) FROM pg_constraint
      WHERE conrelid = (moved.name || '_first')::regclass AND contype = 'p'));
    EXECUTE format('ALTER TABLE %1$I ATTACH PARTITION %1$s_first FOR VALUES FROM (MINVALUE) TO (%2$L)', moved.name, bound);
    EXECUTE format('ALTER TABLE %1$s_first DROP CONSTRAINT %1$s_until', moved.name);
    FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
  END LOOP;
END $$;
SELECT create_partitions();
COMMIT;
-- Step 3: run the migrations again (deploy/migrate.ts, or a start with DATABASE_OWNER_URL). They grant the servers' role
-- what it may do with the new tables. Until then it may do nothing with them, so servers answer 503.
