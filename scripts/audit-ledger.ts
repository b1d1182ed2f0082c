import { join } from 'node:path';
import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

/** `npm run audit:ledger`: checks the ledger of DATABASE_URL, else of the data folder's running database. */
export async function run(args: string[]): Promise<number> {
  const url = process.env.DATABASE_URL || (await findRunningPostgres(choosePostgresFolder(openDataFolder())));
  if (!url)
    throw forPeople('No database runs on the data folder: run npm start beside this, or set DATABASE_URL.');
  const audit = join('server', 'src', 'ledger', 'audit.main.ts');
  return runInTerminal(process.execPath, [audit, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });
}
