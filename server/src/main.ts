import { networkInterfaces } from 'node:os';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { buildApp, features } from './app.ts';
import { type Config, readConfig, type TracingConfig } from './config.ts';
import { checkDatabase } from './db/check-database.ts';
import { migrate } from './db/migrate.ts';
import { isConnectionLoss, sqlState } from './db/pg-errors.ts';
import { demoBetPassword, demoOperators, demoPin, demoPlayers } from './demo-accounts.ts';
import { buildDeps, type Deps } from './deps.ts';
import { ConfigError } from './environment.ts';
import type { DemoContent } from './feature.ts';
import { createLog } from './log.ts';
import { flushStdout } from './log-output.ts';
import { ensureOperators } from './operators/ensure-operators.ts';
import { seedDemo } from './seed-demo.ts';
import { setTracer, tracer } from './tracing.ts';

/** How long open requests, lanes and jobs may take to end before the process exits anyway. */
const CLOSE_WITHIN_MS = 15_000;
const RENEW_DEMO_EVERY_MS = 10_000;

try {
  await start(readConfig(process.env));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
  if (ownerUrl !== undefined) await migrate({ ownerUrl, url, report: console.warn });
  await checkDatabase(url);
  const log = createLog(config);
  if (config.tracing) await exportTraces(config.tracing, log);
  const deps = await buildDeps(config, { log });
  if (config.admin) await ensureOperators(deps, config.admin);
  const app = await buildApp(deps);
  const contents = features.flatMap(({ demo }) => demo ?? []);
  const isDemo = config.seedDemo && (await seedDemo(deps, contents));
  if (isDemo) await keepDemoContent(deps, contents);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await deps.close();
    throw error;
  }
  if (config.seedDemo) console.log(welcome(app.listeningOrigin, config, isDemo ? deps.settings : undefined));
  if (config.roles.has('worker')) await deps.jobs.start();
  closeWithGrace({ delay: config.drainMs + CLOSE_WITHIN_MS, logger: false }, async ({ err, signal }) => {
    if (err) deps.log.fatal({ err }, 'an unhandled error: closing');
    else deps.log.info({ signal }, 'closing');
    // Each connection serves one more request, whose reply asks the client to close it.
    app.server.maxRequestsPerSocket = 1;
    // Sockets are closed first: an upgraded connection would keep the server open.
    await deps.rooms.leave(config.drainMs);
    await Promise.all([app.close(), deps.lanes.drain()]);
    await deps.close();
    await tracer?.close();
    await flushStdout();
  });
}

/** Loads OpenTelemetry only when traces are exported. */
async function exportTraces(config: TracingConfig, log: Logger): Promise<void> {
  const { startTracing } = await import('./open-telemetry/start-tracing.ts');
  setTracer(startTracing(config, log));
}

/** Renews the demo's content now and periodically. */
async function keepDemoContent(deps: Deps, contents: readonly DemoContent[]): Promise<void> {
  const renew = async () => {
    for (const content of contents) await content.renew(deps);
  };
  await renew();
  deps.jobs.defineSweep({ name: 'demo-renew', everyMs: RENEW_DEMO_EVERY_MS, run: renew });
}

/** Returns the addresses and, for a demo, the accounts and the codes that `npm start` prints. */
function welcome(origin: string, config: Config, demo: Deps['settings'] | undefined): string {
  const address = origin.replace(/\/\/(0\.0\.0\.0|127\.0\.0\.1|\[::1?\])/, '//localhost');
  const accounts = [
    ...demoOperators.map((operator) => ({ ...operator, what: 'operator' })),
    ...demoPlayers.map((player) => ({ ...player, what: `player with coins, PIN ${demoPin}` })),
  ];
  return [
    '',
    `Copup is at ${address}`,
    ...(config.isProduction ? [] : [hintForPhones(origin)]),
    ...(demo === undefined
      ? []
      : [
          ...accounts.map(({ email, password, what }) => `  ${email}  ${password}  (${what})`),
          `  Prevent Heist opens with the code ${demo.get('heistUnlockCode')}`,
          `  Spin opens with the passcode ${demo.get('spinPasscode')}`,
          `  Bets are joined with the password ${demoBetPassword}`,
        ]),
    ...(config.smtpUrl === undefined ? [`Mail can be read at ${address}/dev/mail`] : []),
    ...(config.isProduction ? [] : [`The components of the client are at ${address}/dev/gallery`]),
    `The API is documented at ${address}/docs`,
    '',
  ].join('\n');
}

/** Returns how a phone in the same network opens the app: a server on the loopback interface is not reachable from it. */
function hintForPhones(origin: string): string {
  const { hostname, port } = new URL(origin);
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const own = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  const start = /^(localhost|127\.|\[::1\])/.test(hostname) ? 'start with HOST=0.0.0.0 and ' : '';
  return `On a phone in the same network: ${start}open http://${own?.address ?? 'address-of-this-machine'}:${port}`;
}

/** Returns one clear line for errors that the person who starts the server can fix; the whole error otherwise. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or start with another PORT.`;
  if (code === 'EACCES') return `Port ${port} cannot be used by this user. Start with another PORT.`;
  if (isConnectionLoss(error)) return `PostgreSQL cannot be reached at DATABASE_URL: ${message || code}`;
  if (sqlState(error)?.startsWith('28') || sqlState(error) === '3D000')
    return `PostgreSQL refuses DATABASE_URL: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
