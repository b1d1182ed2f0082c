import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { auditLedger } from '../audit.ts';
import { openDatabase } from '../db/database.ts';
import { connectToPrimary } from '../db/primary.ts';
import type { BackupCheck } from './backup-checks.ts';
import { BASE_FILE } from './base-backup.ts';
import { type CopySource, restoreCopy } from './restored-copy.ts';

export const FACTS_FILE = 'facts.json';

/** What a backup must contain at least. */
export interface BackupFacts {
  startedAt: string;
  height: number;
}

/** Counts the postings: the accounts of players and funds number theirs without a gap, as the audit proves. */
export async function readHeight(url: string): Promise<{ height: number; newestAt: Date | null }> {
  // Without the time limits of servers' sessions.
  const client = await connectToPrimary(url);
  try {
    const { rows } = await client.query<{ height: string; newestAt: Date | null }>(
      `SELECT (SELECT coalesce(sum(version), 0) FROM wallets) + (SELECT coalesce(sum(version), 0) FROM funds) AS height,
        (SELECT max(created_at) FROM transfers) AS "newestAt"`,
    );
    return { height: Number(rows[0]?.height), newestAt: rows[0]?.newestAt ?? null };
  } finally {
    await client.end();
  }
}

/**
 * Restores a backup into a temporary cluster, audits its whole ledger and compares its height with what it must contain
 * and with the live database. Returns a failure as well; never rejects.
 */
export async function checkBackup(source: CopySource): Promise<BackupCheck> {
  const startedAtMs = performance.now();
  const check = { takenAt: null, bytes: null, newestAt: null, missing: null } as Pick<
    BackupCheck,
    'takenAt' | 'bytes' | 'newestAt' | 'missing'
  >;
  const judge = async () => {
    const factsPath = join(source.base, FACTS_FILE);
    const facts = existsSync(factsPath)
      ? (JSON.parse(readFileSync(factsPath, 'utf8')) as BackupFacts)
      : undefined;
    check.takenAt = facts ? new Date(facts.startedAt) : null;
    check.bytes = facts ? bytesOf(source, facts) : null;
    const copy = await restoreCopy(source);
    try {
      const { height, newestAt } = await readHeight(copy.url);
      const live = await readHeight(source.ownerUrl);
      Object.assign(check, { newestAt, missing: live.height - height });
      if (facts && height < facts.height)
        throw new Error(`it has ${height} postings, but the database had ${facts.height} when it was made`);
      if (height > live.height)
        throw new Error(`it has ${height} postings, but the database has ${live.height}: was that restored?`);
      await auditCopy(copy.url);
    } finally {
      await copy.remove();
    }
  };
  const error = await judge().then(
    () => null,
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  );
  return { ...check, ok: error === null, error, seconds: (performance.now() - startedAtMs) / 1_000 };
}

async function auditCopy(url: string): Promise<void> {
  const db = openDatabase({ url, poolSize: 2, applicationName: 'copup backup' });
  try {
    const { ok, errors, left } = await auditLedger(db, { mode: 'full' });
    const [error] = errors;
    if (error) throw new Error(`the audit of the copy found ${error.table} ${error.row} ${error.message}`);
    if (!ok) throw new Error(`the audit of the copy did not cover ${left.unreachable} postings`);
  } finally {
    await db.close();
  }
}

/** What a restore reads: the base backup and the log archived since. */
function bytesOf({ base, folder }: CopySource, { startedAt }: BackupFacts): number {
  const wal = join(folder, 'wal');
  const since = Date.parse(startedAt);
  const archived = existsSync(wal) ? readdirSync(wal).map((name) => statSync(join(wal, name))) : [];
  return archived
    .filter(({ mtimeMs }) => mtimeMs >= since)
    .reduce((sum, { size }) => sum + size, statSync(join(base, BASE_FILE)).size);
}
