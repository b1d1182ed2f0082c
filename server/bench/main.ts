/** `npm run bench -- NAME [options]`: runs one measurement; exit code 1 when a goal is missed. `page`, `reconnect`, `data` and `moments` are in e2e. */
export interface Bench {
  /** True when every goal was met. */
  run(args: readonly string[]): Promise<boolean>;
}

const benches: Record<string, () => Promise<Bench>> = {
  all: () => import('./all.bench.ts'),
  bids: () => import('./bids/bids.bench.ts'),
  close: () => import('./close.bench.ts'),
  commands: () => import('./commands/commands.bench.ts'),
  fanout: () => import('./fanout.bench.ts'),
  files: () => import('./files.bench.ts'),
  footprint: () => import('./footprint/footprint.bench.ts'),
  growth: () => import('./growth/growth.bench.ts'),
  idle: () => import('./idle.bench.ts'),
  memory: () => import('./memory.bench.ts'),
  polling: () => import('./polling/polling.bench.ts'),
  push: () => import('./push/push.bench.ts'),
  reconcile: () => import('./reconcile.bench.ts'),
  replicated: () => import('./replicated.bench.ts'),
  requests: () => import('./requests/requests.bench.ts'),
  sample: () => import('./footprint/sample.bench.ts'),
  storm: () => import('./storm.bench.ts'),
  taps: () => import('./taps.bench.ts'),
  tickets: () => import('./tickets/tickets.bench.ts'),
  transfers: () => import('./transfers/transfers.bench.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (load) {
  const { run } = await load();
  process.exitCode = (await run(args)) ? 0 : 1;
} else {
  console.error(
    `Which bench? npm run bench -- ${[...Object.keys(benches), 'page', 'reconnect', 'data', 'moments'].join(' | ')}`,
  );
  process.exitCode = 2;
}
