import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

/** Runs a program on DATABASE_URL, else on the data folder's running database; resolves with its exit code. */
export async function runOnDatabase(program: string, args: string[]): Promise<number> {
  const url = process.env.DATABASE_URL || (await findRunningPostgres(choosePostgresFolder(openDataFolder())));
  if (!url)
    throw forPeople('No database runs on the data folder: run npm start beside this, or set DATABASE_URL.');
  return runInTerminal(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });
}
