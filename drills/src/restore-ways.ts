import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@copup/testkit/database.ts';
import type { OwnCluster } from '@copup/testkit/own-cluster.ts';
import pg from 'pg';
import { root } from '../../scripts/data-folder.ts';

export const restoreWays = ['dump', 'new-cluster', 'base-backup', 'point-in-time'] as const;
export type RestoreWay = (typeof restoreWays)[number];

/**
 * Returns the shell commands of the code block with this name in docs/operations.md, so that the documented steps are
 * tested.
 */
export function stepOf(name: string): string {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const script = new RegExp(`^\`{3}sh ${name}\\n([\\s\\S]*?)^\`{3}$`, 'm').exec(text)?.[1];
  if (script === undefined) throw new Error(`docs/operations.md has no commands named ${name}`);
  return script;
}

/** Makes a backup. Resolves with the commands that restore it in this way. */
export async function takeBackup(cluster: OwnCluster, way: RestoreWay): Promise<() => Promise<void>> {
  if (way === 'base-backup' || way === 'point-in-time') {
    await cluster.run('rm -rf "$BACKUP/base" "$PGDATA.before"');
    if (cluster.tools.hasClients) await cluster.run(stepOf('backup-base'));
    else await copyBase(cluster);
    const [row] = await cluster.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
    // Recovery stops at the first commit after the target, so the WAL must continue after it.
    return async () => {
      await cluster.query('SELECT pg_switch_wal()');
      await cluster.run(stepOf(`restore-${way}`), { RESTORE_TO: row?.now ?? '' });
    };
  }
  const dumped = cluster.tools.hasClients ? undefined : await dumpRows(cluster.url);
  if (!dumped) await cluster.run(stepOf('backup-dump'));
  return async () => {
    if (way === 'new-cluster') await cluster.replaceByNew();
    if (!dumped) {
      await cluster.run(stepOf('restore-dump'));
      return;
    }
    // Servers see the complete dump or none of it, as with pg_restore in a single transaction.
    await cluster.query('CREATE DATABASE copup_restored');
    await restoreRows(cluster, dumped);
    await cluster.query('DROP DATABASE copup WITH (FORCE)');
    await cluster.query('ALTER DATABASE copup_restored RENAME TO copup');
  };
}

/** Makes a base backup on machines without pg_basebackup. */
async function copyBase(cluster: OwnCluster): Promise<void> {
  await cluster.copyData(join(cluster.backup, 'base'));
  await cluster.run('cp "$BACKUP"/wal/0* "$BACKUP/base/pg_wal/"');
}

interface Dump {
  /** Rows as a JSON array. */
  tables: { name: string; rows: string }[];
  sequences: { name: string; value: string }[];
}

/** Dumps all rows, including transaction ids in columns, for machines without pg_dump. */
async function dumpRows(url: string): Promise<Dump> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: names } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const tables: Dump['tables'] = [];
    for (const { name } of names) {
      const { rows } = await client.query<{ rows: string }>(
        `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows FROM ${name} t`,
      );
      tables.push({ name, rows: rows[0]?.rows ?? '[]' });
    }
    const { rows: sequences } = await client.query<Dump['sequences'][number]>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
       WHERE last_value IS NOT NULL`,
    );
    return { tables, sequences };
  } finally {
    await client.end();
  }
}

async function restoreRows(cluster: OwnCluster, { tables, sequences }: Dump): Promise<void> {
  const [url, serverUrl] = [cluster.url, cluster.serverUrl].map((each) => `${each}_restored`) as [
    string,
    string,
  ];
  await migrate({ ownerUrl: url, url: serverUrl });
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Triggers and references are disabled while rows are inserted, as with pg_restore.
    await client.query(`SET session_replication_role = 'replica'`);
    for (const { name, rows } of tables) {
      await client.query(`DELETE FROM ${name}`);
      await client.query(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`,
        [rows],
      );
    }
    for (const { name, value } of sequences) await client.query('SELECT setval($1, $2)', [name, value]);
  } finally {
    await client.end();
  }
}
