import { join } from 'node:path';
import { vite } from './client-build.ts';
import { lockDataFolder, openDataFolder, root } from './data-folder.ts';
import { endLeftovers, rememberPrograms } from './leftovers.ts';
import { startServices } from './services.ts';
import { demoByDefault } from './start.ts';
import { listenForStop, superviseUntilEnd } from './supervise.ts';

const devPort = '5173';
const adminUi = 'https://admin.socket.io';

/** `npm run dev`: restarts the server and reloads the page when files change. Vite serves the page on its own port. */
export async function run(): Promise<number> {
  const stop = listenForStop();
  const dataFolder = openDataFolder();
  const unlock = await lockDataFolder(dataFolder);
  const lost = new AbortController();
  try {
    await endLeftovers(dataFolder);
    const services = await startServices(dataFolder, () => lost.abort());
    try {
      const { PORT = '3000', SEED_DEMO = demoByDefault(), ALLOWED_ORIGINS } = process.env;
      const page = `http://localhost:${devPort}`;
      const server = {
        args: [
          ...['--watch', '--watch-preserve-output'],
          ...['--import', `./${join('server', 'test', 'admin-ui.ts')}`, join('server', 'src', 'main.ts')],
        ],
        cwd: root,
        env: {
          DATABASE_URL: services.databaseUrl,
          DATABASE_OWNER_URL: services.databaseOwnerUrl,
          REDIS_URL: services.redisUrl,
          DATA_DIR: dataFolder,
          SEED_DEMO,
          // The page's requests pass through Vite, so their origin is Vite's address.
          ALLOWED_ORIGINS: [ALLOWED_ORIGINS, page, adminUi].filter(Boolean).join(','),
        },
      };
      const client = {
        args: [vite, '--port', devPort, '--strictPort'],
        cwd: join(root, 'client'),
        env: { PORT },
      };
      console.log(`Open ${page} (Vite) for hot reload, and ${adminUi} for rooms and sockets.`);
      const end = AbortSignal.any([stop.reason, lost.signal]);
      const code = await superviseUntilEnd([server, client], end, (pids) =>
        rememberPrograms(dataFolder, pids),
      );
      return lost.signal.aborted ? 1 : code;
    } finally {
      await services.stop();
    }
  } finally {
    unlock();
    stop.dispose();
  }
}
