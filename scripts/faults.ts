import { join } from 'node:path';
import { root } from './data-folder.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

/**
 * `npm run faults -- [NAME…]`: runs drills, which inject faults into real servers with their own PostgreSQL and Redis.
 */
export async function run(args: string[]): Promise<number> {
  const stop = listenForStop();
  try {
    const drills = { args: [join('drills', 'src', 'faults.main.ts'), ...args], cwd: root, env: {} };
    return await superviseUntilEnd([drills], stop.reason);
  } finally {
    stop.dispose();
  }
}
