#!/usr/bin/env bash
# Run once, when the cluster is created: lets the owner of the tables copy and follow it from the same network.
set -euo pipefail
echo 'host replication copup samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
