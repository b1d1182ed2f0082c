import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/database.ts';
import { type BackupCheck, writeBackupCheck } from './backup-checks.ts';
import { takeBaseBackup } from './base-backup.ts';
import { type BackupFacts, checkBackup, FACTS_FILE, readHeight } from './check-backup.ts';

const USAGE = `Usage: npm run backup -- [--check]
Makes a base backup of the whole cluster in BACKUP_DIR, restores the newest one into a temporary cluster there, audits
its ledger, and stores the result in the database: the console's overview and /metrics show it.
  --check  make no backup, only check the newest one
DATABASE_OWNER_URL names the database. BACKUP_DIR/wal is the archive of its log. BACKUP_KEEP: how many are kept (7).
BACKUP_FETCH, BACKUP_FETCH_WAL: commands of another tool, see docs/operations.md.
Exit code: 0 restored and correct, 1 not, 2 the backup or its check was not possible.`;

const UNFINISHED = '.part';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const { env } = process;
const number = new Intl.NumberFormat('en-NG');

function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

/** The base backups, the newest last. Their names are times. */
const listBases = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('base-') && !name.endsWith(UNFINISHED))
    .sort();

async function make(folder: string, ownerUrl: string): Promise<void> {
  const base = join(folder, `base-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(`${base}${UNFINISHED}`, { recursive: true, mode: 0o700 });
  const { height } = await readHeight(ownerUrl);
  const facts: BackupFacts = { startedAt: new Date().toISOString(), height };
  writeFileSync(join(`${base}${UNFINISHED}`, FACTS_FILE), JSON.stringify(facts));
  await takeBaseBackup(ownerUrl, `${base}${UNFINISHED}`);
  renameSync(`${base}${UNFINISHED}`, base);
}

/** Deletes all but the newest base backups, what an ended run left, and the log that no base backup needs. */
function deleteOld(folder: string): void {
  const kept = listBases(folder).slice(-Math.max(1, Number(env.BACKUP_KEEP || 7)));
  for (const name of readdirSync(folder))
    if (/^(base|check)-/.test(name) && !kept.includes(name)) rmSync(join(folder, name), { recursive: true });
  const wal = join(folder, 'wal');
  const since = statSync(join(folder, kept[0] ?? '', FACTS_FILE)).mtimeMs;
  for (const name of existsSync(wal) ? readdirSync(wal) : [])
    if (/^[0-9A-F]{24}$/.test(name) && statSync(join(wal, name)).mtimeMs < since) rmSync(join(wal, name));
}

/** Makes and checks a backup, and stores the result. Returns the exit code. */
async function makeAndCheck(): Promise<number> {
  const [folder, ownerUrl] = [required('BACKUP_DIR'), required('DATABASE_OWNER_URL')];
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const { BACKUP_FETCH: fetch, BACKUP_FETCH_WAL: fetchWal, POSTGRES_BIN: programs, POSTGRES_ACCOUNT } = env;
  const [uid, gid] = (POSTGRES_ACCOUNT ?? '').split(':').map(Number);
  const account = uid && gid ? { uid, gid } : undefined;
  if (!values.check && !fetch) await make(folder, ownerUrl);
  const newest = listBases(folder).at(-1) ?? '';
  if (!newest && !fetch) throw new Error(`${folder} has no backup.`);
  const check = await checkBackup({
    folder,
    base: join(folder, newest),
    ownerUrl,
    fetch,
    fetchWal,
    account,
    programs,
  });
  await store(ownerUrl, check);
  const { ok, error, seconds, bytes, newestAt, missing } = check;
  const extent = `${number.format(bytes ?? 0)} bytes, newest transfer ${newestAt?.toISOString() ?? 'none'}, ${missing ?? 'unknown'} postings missing`;
  console.log(
    `${newest || fetch}: ${ok ? 'restored, its ledger is correct' : `FAILED: ${error}`} (${extent}, ${seconds.toFixed(1)} s)`,
  );
  if (ok && !fetch) deleteOld(folder);
  return ok ? 0 : 1;
}

async function store(ownerUrl: string, check: BackupCheck): Promise<void> {
  const db = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: 'copup backup' });
  await writeBackupCheck(db, check).finally(() => db.close());
}

/** Stores, too, that no backup was made. */
async function attempt(): Promise<number> {
  try {
    return await makeAndCheck();
  } catch (failure) {
    const text = failure instanceof Error ? failure.message : String(failure);
    console.error(`No backup was made or checked: ${text}`);
    const nothing = { takenAt: null, bytes: null, newestAt: null, missing: null };
    const check = { ...nothing, ok: false, error: `no backup was made or checked: ${text}`, seconds: 0 };
    await store(required('DATABASE_OWNER_URL'), check).catch(() =>
      console.error('The database did not store that.'),
    );
    return 2;
  }
}

if (values.help) console.log(USAGE);
else process.exitCode = await attempt();
