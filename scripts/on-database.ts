import { join } from 'node:path';
import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { chooseAccount } from './postgres-account.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

const server = join('server', 'src');
const programs: Readonly<Record<string, string>> = {
  /** Checks the ledger. */
  'audit-ledger': join(server, 'audit.main.ts'),
  /** Prints a link with which a first operator chooses a password. */
  'operator-link': join(server, 'operators', 'operator-link.main.ts'),
  /** Makes a backup, and checks that it can be restored. */
  backup: join(server, 'restore', 'backup.main.ts'),
  /** Makes a restored database ready for use. */
  restored: join(server, 'restore', 'restored.main.ts'),
};

/** Runs a program on the database of DATABASE_URL, or on the data folder's running one; resolves with its exit code. */
export async function run(args: string[], name: string): Promise<number> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const urls =
    DATABASE_URL || DATABASE_OWNER_URL
      ? { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL }
      : await findRunningPostgres(choosePostgresFolder(openDataFolder()));
  if (!urls)
    throw forPeople(
      'No database runs on the data folder: run npm start at the same time, or set DATABASE_URL.',
    );
  return runInTerminal(process.execPath, [programs[name] ?? '', ...args], {
    cwd: root,
    env: {
      ...(name === 'backup' && placeOfBackups()),
      ...process.env,
      DATABASE_URL: urls.url,
      DATABASE_OWNER_URL: urls.ownerUrl,
    },
  });
}

/** Beside the data folder's PostgreSQL, whose user can access it, and whose programs restore the copy. */
function placeOfBackups() {
  const account = chooseAccount('');
  return {
    BACKUP_DIR: join(choosePostgresFolder(openDataFolder()), 'backups'),
    POSTGRES_BIN: join(findPostgresBinaries(account), 'bin'),
    POSTGRES_ACCOUNT: account ? `${account.uid}:${account.gid}` : '',
  };
}
