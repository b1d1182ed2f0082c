import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './browsers.ts';
import { openDataFolder, root } from './data-folder.ts';
import { type Services, startThrowawayServices } from './services.ts';
import { listenForStop } from './supervise.ts';
import { parseTestOptions } from './test-options.ts';
import { runSteps, type StepReport } from './test-run.ts';
import { testSteps } from './test-steps.ts';
import { formatRepeats, formatSummary } from './test-summary.ts';
import { forPeople } from './toolchain.mjs';

/** `npm test`: runs all checks, or those that the arguments choose (test-options.ts). */
export async function run(args: string[]): Promise<number> {
  const prepareMs = Date.now() - Number(process.env.COPUP_STARTED_AT ?? Date.now());
  const options = parseTestOptions(args, Date.now() % 1_000_000);
  const known = testSteps.map(({ name }) => name);
  const unknown = options.only.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw forPeople(`Unknown step ${unknown.join(', ')}. Allowed: ${known.join(', ')}.`);
  const steps = testSteps.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  openDataFolder();
  const stop = listenForStop();
  // Installing a browser mostly waits for the network, so it runs beside the first steps; the browser step reports its
  // errors.
  if (steps.some(({ name }) => name === 'e2e')) findChromium().catch(() => undefined);
  let services: Services | undefined;
  const busy = startBusyProcesses(options.busy);
  const runs: StepReport[][] = [];
  try {
    if (steps.some(({ needsServices }) => needsServices)) {
      services = await startThrowawayServices({ isDurable: false });
    }
    const env = {
      TEST_DATABASE_URL: services?.databaseUrl ?? '',
      TEST_DATABASE_OWNER_URL: services?.databaseOwnerUrl ?? '',
      TEST_REDIS_URL: services?.redisUrl ?? '',
      // Compiling the same files takes most of the start of a server.
      NODE_COMPILE_CACHE: join(root, '.data', 'compile-cache'),
    };
    for (let nth = 0; nth < options.repeat && !stop.reason.aborted; nth++) {
      const order = { ...options, seed: options.seed + nth };
      const reports = await runSteps({ steps, options: order, env, stop: stop.reason });
      console.log(`\n${formatSummary(reports, prepareMs, options)}`);
      runs.push(reports);
    }
  } finally {
    busy.stop();
    await services?.stop();
    stop.dispose();
  }
  if (options.repeat > 1) console.log(`\n${formatRepeats(runs, options)}`);
  return runs.flat().every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

/** Starts processes that only use a processor, to test on a busy machine. They end with this process. */
function startBusyProcesses(count: number): { stop(): void } {
  // A check of the parent in between: an orphan would use the processor for ever.
  const spin = 'for (const parent = process.ppid; process.ppid === parent;) for (let i = 0; i < 1e8; i++);';
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }),
  );
  return {
    stop: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
