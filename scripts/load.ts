import { join } from 'node:path';
import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

/**
 * `npm run load -- SCENARIO …`: runs a load test, with the address of the data folder's database for the audit of the
 * realm. On an interrupt the driver receives one signal and may finish its clean-up, because it must delete its realm.
 */
export async function run(args: string[]): Promise<number> {
  const stop = listenForStop();
  try {
    const running = process.env.DATABASE_URL
      ? undefined
      : await findRunningPostgres(choosePostgresFolder(openDataFolder()));
    const env = { DATABASE_URL: process.env.DATABASE_URL || running?.url };
    const driver = {
      args: ['--disable-warning=ExperimentalWarning', join('load', 'src', 'load.main.ts'), ...args],
      cwd: root,
      env,
    };
    return await superviseUntilEnd([driver], stop.reason);
  } finally {
    stop.dispose();
  }
}
