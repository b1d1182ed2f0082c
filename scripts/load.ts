import { join } from 'node:path';
import { openDataFolder, root } from './data-folder.ts';
import { findRunningPostgres } from './postgres.ts';
import { choosePostgresFolder } from './postgres-folder.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

/**
 * `npm run load -- SCENARIO …`, with the running database of the data folder at hand, for the audit of the realm. When it
 * is interrupted the driver is asked once, and waited for: it has a realm to end.
 */
export async function run(args: string[]): Promise<number> {
  const stop = listenForStop();
  try {
    const running = process.env.DATABASE_URL
      ? undefined
      : await findRunningPostgres(choosePostgresFolder(openDataFolder()));
    const env = { DATABASE_URL: process.env.DATABASE_URL || running?.url };
    const driver = { args: [join('load', 'src', 'load.main.ts'), ...args], cwd: root, env };
    return await superviseUntilEnd([driver], stop.reason);
  } finally {
    stop.dispose();
  }
}
