import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseAccount } from '../../../scripts/postgres-account.ts';
import { biddingDeps, createBidders, insertAuction } from '../../test/bidding.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { readBackupState } from './backup-checks.ts';
import { BASE_FILE } from './base-backup.ts';

const patience = { timeout: 20_000, interval: 50 };
let cluster: OwnCluster;
let db: Database;

beforeAll(async () => {
  cluster = await OwnCluster.create();
  await migrate({ ownerUrl: cluster.url, url: cluster.serverUrl });
  db = openDatabase({ url: cluster.serverUrl, poolSize: 4 });
}, 120_000);
afterAll(async () => {
  await db?.close();
  await cluster?.remove();
});

async function bidSome(count: number): Promise<void> {
  const auctionId = await insertAuction(db);
  const bidders = await createBidders(db, auctionId, 2);
  const { bid } = biddingDeps(db);
  for (let at = 0; at < count; at += 1) {
    const bidder = bidders[at % 2];
    if (bidder) await bid(auctionId, bidder, { key: `${auctionId} ${at}` });
  }
}

/** Runs the program; resolves with its output if it exits with 0. */
function backup(...args: string[]): Promise<string> {
  const account = chooseAccount('');
  return cluster.runHere(`"${process.execPath}" server/src/restore/backup.main.ts ${args.join(' ')}`, {
    BACKUP_DIR: cluster.backup,
    POSTGRES_BIN: cluster.tools.folder,
    POSTGRES_ACCOUNT: account ? `${account.uid}:${account.gid}` : '',
  });
}

/** Resolves when all of the log so far is in the archive. */
async function archive(): Promise<void> {
  const [last] = await cluster.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const isArchived = async () => {
    const [found] = await cluster.query<{ isDone: boolean }>(
      `SELECT last_archived_wal >= '${last?.file}' AS "isDone" FROM pg_stat_archiver`,
    );
    return found?.isDone === true;
  };
  await vi.waitUntil(isArchived, patience);
}

const newestBase = () => {
  const names = readdirSync(cluster.backup).filter((name) => name.startsWith('base-'));
  return join(cluster.backup, names.sort().at(-1) ?? '', BASE_FILE);
};

async function expectFailure(error: RegExp, ...args: string[]): Promise<void> {
  await expect(backup(...args)).rejects.toThrow(error);
  const { state, error: stored } = await readBackupState(db);
  expect(state).toBe('failed');
  expect(stored).toMatch(error);
}

describe('P9 a backup', { shuffle: false }, () => {
  it('is restored with the log that was archived since, and its ledger is audited', async () => {
    await bidSome(20);
    expect(await readBackupState(db)).toMatchObject({ state: 'none', checked_at: null });
    expect(await backup()).toContain('restored, its ledger is correct');
    await bidSome(20);
    await archive();
    await backup('--check');
    const { rows } = await db.pool.query('SELECT max(created_at) AS newest FROM transfers');
    expect(await readBackupState(db)).toMatchObject({
      state: 'ok',
      newest_at: rows[0].newest.toISOString(),
      missing: 0,
      error: null,
    });
    expect(readdirSync(cluster.backup).filter((name) => name.startsWith('check-'))).toEqual([]);
  });

  it('says what the archive lacks, and is overdue after a day', { tags: ['full'] }, async () => {
    await bidSome(4);
    await backup('--check');
    expect((await readBackupState(db)).missing).toBeGreaterThan(0);
    await cluster.query(`UPDATE backup_checks SET taken_at = taken_at - interval '27 hours'`, cluster.url);
    expect(await readBackupState(db)).toMatchObject({ state: 'overdue' });
  });

  it('whose ledger is wrong is reported as failed', { tags: ['full'] }, async () => {
    await cluster.query(
      `SET session_replication_role = 'replica';
       UPDATE wallets SET available = available + 1 WHERE user_id = (SELECT max(user_id::text)::uuid FROM wallets)`,
      cluster.url,
    );
    await expectFailure(/the audit of the copy found wallets/);
  });

  it.each([
    {
      what: 'with a changed byte',
      damage: (base: string) => {
        const tar = gunzipSync(readFileSync(base));
        const at = tar.indexOf('postgresql.conf') + 600;
        tar[at] = (tar[at] ?? 0) ^ 1;
        writeFileSync(base, gzipSync(tar));
      },
      error: /is not the file that was backed up/,
    },
    {
      what: 'that was cut',
      damage: (base: string) => truncateSync(base, 100_000),
      error: /cannot be unpacked/,
    },
  ])('$what is reported as failed', { tags: ['full'] }, async ({ damage, error }) => {
    damage(newestBase());
    await expectFailure(error, '--check');
  });

  it('that cannot be made is reported as failed', async () => {
    await cluster.query('ALTER SYSTEM SET max_wal_senders = 0');
    await cluster.stop();
    await cluster.start();
    await expect(backup()).rejects.toThrow('No backup was made or checked');
    await vi.waitUntil(
      async () => (await readBackupState(db).catch(() => undefined))?.state === 'failed',
      patience,
    );
  });
});
