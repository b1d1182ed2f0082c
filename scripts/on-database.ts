import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { runInTerminal } from './processes.ts';
import { forPeople } from './toolchain.mjs';

/** Runs a program on the database of DATABASE_URL, or on the data folder's running one; resolves with its exit code. */
export async function runOnDatabase(program: string, args: string[]): Promise<number> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  const urls =
    DATABASE_URL || DATABASE_OWNER_URL
      ? { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL }
      : await findRunningPostgres(choosePostgresFolder(openDataFolder()));
  if (!urls)
    throw forPeople(
      'No database runs on the data folder: run npm start at the same time, or set DATABASE_URL.',
    );
  return runInTerminal(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl },
  });
}
