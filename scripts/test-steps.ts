import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBannedWordsBelow } from './banned-words.ts';
import { checkBuiltFiles } from './browser-support/check.ts';
import { findChromium, findFirefox } from './browsers.ts';
import { buildClient } from './client-build.ts';
import { root } from './data-folder.ts';
import { packageFolders } from './packages.mjs';
import { runQuietly } from './processes.ts';
import { historyFile } from './second-attempts.ts';
import type { StepContext, StepResult } from './test-run.ts';
import { judgeSecondAttempts, vitestArgs, vitestResult } from './vitest-report.ts';

export interface TestStep {
  name: string;
  /**
   * A step that takes longer fails. The budget is several times the time on two idle cores, to allow for busy machines.
   */
  budgetMs: number;
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
  'PUBLIC_URL',
  'SMTP_URL',
  'SUPPORT_EMAIL',
];

export const testSteps: TestStep[] = [
  { name: 'style', budgetMs: 120 * seconds, run: checkStyle },
  { name: 'types', budgetMs: 300 * seconds, run: checkTypes },
  {
    name: 'imports',
    budgetMs: 60 * seconds,
    run: tool('depcruise', ['--config', '.dependency-cruiser.mjs', ...packages, ...rootSources]),
  },
  { name: 'dead-code', budgetMs: 120 * seconds, run: tool('knip', ['--no-progress']) },
  { name: 'unit', budgetMs: 120 * seconds, run: vitest('unit') },
  { name: 'client-build', budgetMs: 60 * seconds, run: build },
  { name: 'browsers', budgetMs: 60 * seconds, run: checkBrowsers },
  { name: 'integration', budgetMs: 1_200 * seconds, run: vitest('integration') },
  { name: 'compose', budgetMs: 20 * seconds, run: checkCompose },
  { name: 'drills', budgetMs: 480 * seconds, run: vitest('drills') },
  { name: 'e2e', budgetMs: 1_800 * seconds, run: testInBrowser },
];

function tool(name: string, args: string[]) {
  return async ({ spawn }: StepContext): Promise<StepResult> => {
    return { isOk: (await spawn(join(root, 'node_modules/.bin', name), args)) === 0 };
  };
}

/** Checks format, lint rules, and the words of comments, test titles and documents. */
async function checkStyle(context: StepContext): Promise<StepResult> {
  const { isOk } = await tool('biome', ['ci', '--error-on-warnings', '.'])(context);
  const found = findBannedWordsBelow(root, [...packages, 'scripts', 'deploy', 'docs', 'README.md']);
  for (const line of found) console.log(`Name the actor: ${line}`);
  return { isOk: isOk && found.length === 0 };
}

async function checkTypes({ spawn }: StepContext): Promise<StepResult> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const known = join(root, '.data', 'types');
  let isOk = true;
  for (const folder of ['.', ...packages]) {
    // Incremental: only changes since the last run are checked.
    const state = join(known, `${folder === '.' ? 'scripts' : folder}.tsbuildinfo`);
    isOk = (await spawn(tsc, ['-p', folder, '--incremental', '--tsBuildInfoFile', state])) === 0 && isOk;
  }
  return { isOk };
}

function vitest(project: string) {
  return async ({ spawn, rest, env = {} }: StepContext): Promise<StepResult> => {
    const report = reportOf(project);
    mkdirSync(join(root, '.data', 'test'), { recursive: true });
    const code = await spawn(join(root, 'node_modules/.bin/vitest'), vitestArgs(project, report, rest), env);
    return vitestResult(report, code);
  };
}

function reportOf(project: string): string {
  return join(root, '.data', 'test', `${project}.json`);
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
  const env = { CHROMIUM_PATH: await findChromium(), FIREFOX_PATH: await findFirefox() };
  const result = await vitest('e2e')({ ...context, env });
  return judgeSecondAttempts(result, reportOf('e2e'), historyFile());
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
