#!/usr/bin/env bash
# Copies the primary on PRIMARY_HOST at the first start, and follows it as the standby `standby` from then on. The slot
# makes the primary keep the log that the standby lacks. The arguments are PostgreSQL's.
set -euo pipefail
if [ ! -e "$PGDATA/copied" ]; then
  chmod 0700 "$PGDATA"
  primary="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=copup application_name=standby"
  # Of an earlier copy.
  psql "$primary dbname=copup" --quiet --output=/dev/null --command \
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'standby' AND NOT active"
  pg_basebackup --dbname="$primary" --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast \
    --write-recovery-conf --create-slot --slot=standby
  touch "$PGDATA/copied"
fi
# A promotion that coincides with the end of the primary waits for this interval, 5 s by default.
exec postgres -c wal_retrieve_retry_interval=500ms "$@"
