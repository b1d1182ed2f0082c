import { findChromium } from './browsers.ts';
import { openDataFolder } from './data-folder.ts';
import { type Services, startThrowawayServices } from './services.ts';
import { listenForStop } from './supervise.ts';
import { formatSummary, runSteps } from './test-run.ts';
import { testSteps } from './test-steps.ts';

/**
 * Budget of a whole run, which only stops runs that hang: two idle cores need half of it, and a host that gives a third
 * of its processors to others (vmstat, column st) doubles that.
 */
const totalBudgetMs = 2_400_000;
/** Budget of chosen steps, which also have their own budgets: developers run them beside other work. */
const chosenBudgetMs = 2_400_000;
const needServices = ['unit', 'integration', 'drills', 'e2e'];

/**
 * `npm test`: runs all checks. `npm test -- --only integration ledger` runs one step (several with commas) and passes the
 * other arguments to its program.
 */
export async function run(args: string[]): Promise<number> {
  const prepareMs = Date.now() - Number(process.env.COPUP_STARTED_AT ?? Date.now());
  const { names, rest } = parseArgs(args);
  const steps = testSteps.filter((step) => names.length === 0 || names.includes(step.name));
  const unknown = names.filter((name) => !testSteps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `Unknown step ${unknown.join(', ')}. Allowed: ${testSteps.map((step) => step.name).join(', ')}.`,
    );
    return 1;
  }
  openDataFolder();
  const stop = listenForStop();
  // Installing a browser mostly waits for the network, so it runs beside the first steps; the browser step reports its
  // errors.
  if (steps.some(({ name }) => name === 'e2e')) findChromium().catch(() => undefined);
  let services: Services | undefined;
  try {
    if (steps.some((step) => needServices.includes(step.name))) {
      services = await startThrowawayServices({ isDurable: false });
    }
    const env = {
      TEST_DATABASE_URL: services?.databaseUrl ?? '',
      TEST_DATABASE_OWNER_URL: services?.databaseOwnerUrl ?? '',
      TEST_REDIS_URL: services?.redisUrl ?? '',
    };
    const budgetMs = names.length > 0 ? chosenBudgetMs : totalBudgetMs;
    const reports = await runSteps({ steps, rest, env, budgetMs, stop: stop.reason });
    await services?.stop();
    console.log(`\n${formatSummary(reports, prepareMs)}`);
    return reports.every((report) => report.outcome === 'passed') ? 0 : 1;
  } finally {
    await services?.stop();
    stop.dispose();
  }
}

function parseArgs(args: string[]): { names: string[]; rest: string[] } {
  const [flag, names = '', ...rest] = args;
  return flag === '--only' ? { names: names.split(','), rest } : { names: [], rest: args };
}
