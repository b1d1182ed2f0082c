import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBannedWordsBelow } from './banned-words.ts';
import { checkBuiltFiles } from './browser-support/check.ts';
import { findChromium, findFirefox } from './browsers.ts';
import { changedFiles, relatedTests } from './changed-tests.ts';
import { checkAlerts } from './check-alerts.ts';
import { buildClient } from './client-build.ts';
import { findWrongSubjects } from './commit-subjects.ts';
import { root } from './data-folder.ts';
import { measureParts } from './figures/line-budgets.ts';
import { checkReasons, findLongFunctions } from './figures/long-functions.ts';
import { readFolderImports } from './figures/server-folders.ts';
import { readSourceFiles } from './figures/source-files.ts';
import { packageFolders } from './packages.mjs';
import { runQuietly } from './processes.ts';
import type { StepContext, StepResult } from './test-run.ts';
import { vitestArgs, vitestResult } from './vitest-report.ts';

export interface TestStep {
  name: string;
  /** Twice the time on two idle cores. A step that takes longer is marked; one that takes many times longer is killed. */
  budgetMs: number;
  /** The same with `--full`, if it differs. */
  fullBudgetMs?: number;
  /** Whether the next such step runs beside it. */
  usesOneCore?: boolean;
  /** Whether it needs the test servers of PostgreSQL and Redis. */
  needsServices?: boolean;
  run(context: StepContext): Promise<StepResult>;
}

const seconds = 1000;
const packages = packageFolders();
/** Sources outside the packages. */
const rootSources = ['scripts', 'deploy', 'vitest.config.ts', '.dependency-cruiser.mjs'];
// Dummy values: the check only needs every required variable to be set.
const neededByCompose = [
  'POSTGRES_PASSWORD',
  'POSTGRES_SERVER_PASSWORD',
  'REDIS_PASSWORD',
  'JWT_SECRET',
  'SECRETS_KEY',
  'RECEIPTS_KEY',
  'PUBLIC_URL',
  'SMTP_URL',
  'SUPPORT_EMAIL',
];

export const testSteps: TestStep[] = [
  { name: 'style', budgetMs: 20 * seconds, usesOneCore: true, run: checkStyle },
  {
    name: 'imports',
    budgetMs: 20 * seconds,
    usesOneCore: true,
    run: tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...packages, ...rootSources]),
  },
  { name: 'dead-code', budgetMs: 14 * seconds, usesOneCore: true, run: tool('knip', ['--no-progress']) },
  { name: 'client-build', budgetMs: 14 * seconds, usesOneCore: true, run: build },
  { name: 'types', budgetMs: 50 * seconds, run: checkTypes },
  { name: 'unit', budgetMs: 30 * seconds, needsServices: true, run: vitest('unit') },
  { name: 'browsers', budgetMs: 5 * seconds, run: checkBrowsers },
  {
    name: 'integration',
    budgetMs: 350 * seconds,
    fullBudgetMs: 800 * seconds,
    needsServices: true,
    run: vitest('integration'),
  },
  { name: 'compose', budgetMs: 5 * seconds, run: checkCompose },
  { name: 'alerts', budgetMs: 5 * seconds, fullBudgetMs: 20 * seconds, run: checkAlerts },
  {
    name: 'drills',
    budgetMs: 30 * seconds,
    fullBudgetMs: 320 * seconds,
    needsServices: true,
    run: vitest('drills'),
  },
  {
    name: 'e2e',
    budgetMs: 420 * seconds,
    fullBudgetMs: 1_980 * seconds,
    needsServices: true,
    run: testInBrowser,
  },
];

function tool(name: string, args: string[]) {
  return async ({ spawn }: StepContext): Promise<StepResult> => {
    return { isOk: (await spawn(join(root, 'node_modules/.bin', name), args)) === 0 };
  };
}

/** Checks format, lint rules, words of comments, test titles and documents, subjects of commits, and sizes of packages and functions. */
async function checkStyle(context: StepContext): Promise<StepResult> {
  const { isOk } = await tool('biome', ['ci', '--error-on-warnings', '.'])(context);
  const found = findBannedWordsBelow(root, [...packages, 'scripts', 'deploy', 'docs', 'README.md']);
  for (const line of found) console.log(`Name the actor: ${line}`);
  const subjects = await findWrongSubjects();
  for (const line of subjects) console.log(line);
  const files = await readSourceFiles();
  const above = measureParts(files).filter(({ lines, most }) => lines > most);
  for (const { name, lines, most } of above)
    console.log(`${name} has ${lines} lines; its budget is ${most} (scripts/figures/line-budgets.ts).`);
  const long = checkReasons(findLongFunctions(files));
  for (const line of long) console.log(line);
  const { circles, upward } = readFolderImports(files);
  for (const pair of [...circles, ...upward])
    console.log(`Folders of server/src may not import each other or a higher one: ${pair}`);
  return {
    isOk: isOk && [found, subjects, above, long, circles, upward].every(({ length }) => length === 0),
  };
}

/** The programs of tsc for each of two cores. `.` has all packages that run on Node.js: the server's types are checked once. */
const typePrograms = [
  ['client', 'e2e'],
  ['.', 'shared'],
];

async function checkTypes({ spawn }: StepContext): Promise<StepResult> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const check = async (folders: readonly string[]) => {
    let isOk = true;
    for (const folder of folders) {
      // Incremental: only changes since the last run are checked.
      const state = join(root, '.data', 'types', `${folder === '.' ? 'node' : folder}.tsbuildinfo`);
      // One checker: four, as by default, check three times as many types, since each resolves those that they share.
      const args = ['-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', state];
      isOk = (await spawn(tsc, args)) === 0 && isOk;
    }
    return isOk;
  };
  return { isOk: (await Promise.all(typePrograms.map(check))).every(Boolean) };
}

function vitest(project: string) {
  return async ({ spawn, options }: StepContext, env: Record<string, string> = {}): Promise<StepResult> => {
    const report = join(root, '.data', 'test', `${project}.json`);
    mkdirSync(join(root, '.data', 'test'), { recursive: true });
    const args = vitestArgs(project, report, options);
    if (options.changedSince !== undefined && project !== 'unit') {
      const files = await relatedTests(project, await changedFiles(options.changedSince));
      console.log(files.length > 0 ? files.join('\n') : 'No test belongs to the changed files.');
      if (files.length === 0) return { isOk: true };
      args.push(...files);
    }
    const more = { ...env, TEST_FULL: options.isFull ? '1' : '' };
    const code = await spawn(join(root, 'node_modules/.bin/vitest'), args, more);
    return vitestResult(report, code);
  };
}

async function build(): Promise<StepResult> {
  await buildClient();
  return { isOk: true };
}

/** Checks the built files against the oldest supported browsers. */
async function checkBrowsers(): Promise<StepResult> {
  await buildClient();
  const unsupported = checkBuiltFiles();
  for (const use of unsupported) console.log(use);
  return { isOk: unsupported.length === 0 };
}

async function testInBrowser(context: StepContext): Promise<StepResult> {
  await buildClient();
  const env = {
    CHROMIUM_PATH: await findChromium(),
    FIREFOX_PATH: context.options.isFull ? await findFirefox() : '',
  };
  return vitest('e2e')(context, env);
}

async function checkCompose({ spawn }: StepContext): Promise<StepResult> {
  const command = await findCompose();
  if (!command) {
    console.log('docker-compose is not installed; skipped');
    return { isOk: true };
  }
  const [file = '', ...args] = command;
  const env = Object.fromEntries(neededByCompose.map((name) => [name, 'x'.repeat(64)]));
  return { isOk: (await spawn(file, [...args, '-f', 'docker-compose.yml', 'config', '-q'], env)) === 0 };
}

async function findCompose(): Promise<string[] | undefined> {
  for (const command of [['docker-compose'], ['docker', 'compose']]) {
    const [file = '', ...args] = command;
    const result = await runQuietly(file, [...args, 'version']).catch(() => undefined);
    if (result?.code === 0) return command;
  }
  return undefined;
}
