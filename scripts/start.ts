import { join } from 'node:path';
import { buildClient } from './client-build.ts';
import { lockDataFolder, openDataFolder, root } from './data-folder.ts';
import { endLeftovers, rememberPrograms } from './leftovers.ts';
import { startServices } from './services.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

/** `npm start`: runs the whole product, with its database, until Ctrl-C. */
export async function run(): Promise<number> {
  const stop = listenForStop();
  const dataFolder = openDataFolder();
  const unlock = await lockDataFolder(dataFolder);
  const lost = new AbortController();
  let provider: Awaited<ReturnType<typeof startDemoProvider>>;
  try {
    await endLeftovers(dataFolder);
    const [services, build] = await Promise.allSettled([
      startServices(dataFolder, () => lost.abort()),
      buildClient(),
    ]);
    if (services.status === 'rejected') throw services.reason;
    try {
      if (build.status === 'rejected') throw build.reason;
      if (stop.reason.aborted) return 0;
      provider = await startDemoProvider();
      const server = {
        args: [join('server', 'src', 'main.ts')],
        cwd: root,
        env: {
          DATABASE_URL: services.value.databaseUrl,
          DATABASE_OWNER_URL: services.value.databaseOwnerUrl,
          REDIS_URL: services.value.redisUrl,
          DATA_DIR: dataFolder,
          SEED_DEMO: process.env.SEED_DEMO ?? demoByDefault(),
          ...provider?.env({ confirms: true }),
        },
      };
      const end = AbortSignal.any([stop.reason, lost.signal]);
      const code = await superviseUntilEnd([server], end, (pids) => rememberPrograms(dataFolder, pids));
      return lost.signal.aborted ? 1 : code;
    } finally {
      await provider?.close();
      await services.value.stop();
    }
  } finally {
    unlock();
    stop.dispose();
  }
}

/** Starts the stand-in of the payment provider for the demo, unless the provider is configured. */
async function startDemoProvider() {
  if (demoByDefault() !== '1' || process.env.FLUTTERWAVE_PUBLIC_KEY) return undefined;
  const { CardProvider } = await import('../testkit/src/card-provider.ts');
  const provider = await CardProvider.start();
  provider.isDemo = true;
  return provider;
}

/** Returns whether to seed the demo by default: not in production, because its passwords are public. */
export function demoByDefault(): string {
  return process.env.NODE_ENV === 'production' ? '0' : '1';
}
