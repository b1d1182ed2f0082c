import { join } from 'node:path';
import { findChromium } from './browsers.ts';
import { root } from './data-folder.ts';
import { type Services, startThrowawayServices } from './services.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

/**
 * `npm run bench -- NAME …`: runs a benchmark with its own PostgreSQL and Redis, which write to disk as in production.
 */
export async function run(args: string[]): Promise<number> {
  const stop = listenForStop();
  const services = await startThrowawayServices({ isDurable: true });
  try {
    const bench = isPageBench(args[0]) ? await pageBench(args, services) : serverBench(args, services);
    return await superviseUntilEnd([{ ...bench, cwd: root }], stop.reason);
  } finally {
    await services.stop();
    stop.dispose();
  }
}

function serverBench(args: string[], { databaseUrl, databaseOwnerUrl, redisUrl }: Services) {
  const env = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl, REDIS_URL: redisUrl };
  return { args: [join('server', 'bench', 'main.ts'), ...args], env };
}

/** Benchmarks of the built client in a browser, with the server and Redis of the browser tests. */
const pageBenches = { page: 'lighthouse', reconnect: 'reconnect', data: 'data', moments: 'long-tasks' };
const isPageBench = (name = ''): name is keyof typeof pageBenches => Object.hasOwn(pageBenches, name);

async function pageBench([name, ...args]: string[], { databaseUrl, databaseOwnerUrl }: Services) {
  const env = {
    TEST_DATABASE_URL: databaseUrl,
    TEST_DATABASE_OWNER_URL: databaseOwnerUrl,
    CHROMIUM_PATH: await findChromium(),
  };
  return { args: [join('e2e', pageBenches[name as keyof typeof pageBenches], 'main.ts'), ...args], env };
}
