import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { openDataFolder, root } from './data-folder.ts';
import { measureCoverage } from './mutation/coverage.ts';
import { testChooser } from './mutation/covering-tests.ts';
import { findMutants, type Mutant } from './mutation/find-mutants.ts';
import { type Options, parseOptions } from './mutation/options.ts';
import { formatReport, scoreOf, shortChange, type Verdict } from './mutation/report.ts';
import { createRunner, type Runner } from './mutation/runner.ts';
import { sample } from './mutation/sample.ts';
import { openWorkspace } from './mutation/targets.ts';
import { testMutant } from './mutation/test-mutant.ts';
import { type Services, startThrowawayServices } from './services.ts';
import { listenForStop } from './supervise.ts';
import { forPeople } from './toolchain.mjs';

/**
 * `npm run mutate`: changes the code that moves coins in many small ways and reports the changes that no test detects.
 * A stopped run continues where it ended.
 */
export async function run(args: string[]): Promise<number> {
  const startedAt = Date.now();
  const options = parseOptions(args);
  const workspace = await openWorkspace();
  const files = workspace.targets.filter((file) => !options.files || matchesGlob(file, options.files));
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const mutants = [...sources].flatMap(([file, source]) => findMutants(file, source));
  if (mutants.length === 0) throw forPeople(`No mutated file matches ${options.files}.`);
  const describe = (mutant: Mutant) =>
    `${mutant.file}:${mutant.line} ${mutant.mutator}: ${shortChange(mutant, sources.get(mutant.file) ?? '')}`;
  const pattern = new RegExp(options.match ?? '');
  const chosen = sample(mutants, options.mutants, options.seed).filter((one) => pattern.test(describe(one)));
  const about = `${chosen.length} of ${mutants.length} mutants in ${files.length} files, seed ${options.seed}.`;
  if (options.isList) {
    console.log([...chosen.map(describe), about].join('\n'));
    return 0;
  }

  const folder = join(openDataFolder(), 'mutation');
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'tests.log');
  rmSync(log, { force: true });
  const store = openResults(folder, workspace.hash, options);
  const stop = listenForStop();
  const runners: Runner[] = [];
  stop.reason.addEventListener('abort', () => {
    for (const runner of runners) runner.stop();
  });
  let services: Promise<Services> | undefined;
  const newRunner = async (workers: number, bail: number) => {
    services ??= startThrowawayServices({ isDurable: false });
    const { databaseUrl, databaseOwnerUrl = '', redisUrl = '' } = await services;
    const env = {
      TEST_DATABASE_URL: databaseUrl,
      TEST_DATABASE_OWNER_URL: databaseOwnerUrl,
      TEST_REDIS_URL: redisUrl,
    };
    const runner = createRunner({ workers, bail, env, log });
    if (stop.reason.aborted) runner.stop();
    runners.push(runner);
    return runner;
  };

  try {
    const tests = workspace.tests.filter((file) => !options.tests || matchesGlob(file, options.tests));
    const file = join(folder, `coverage-${workspace.hash}${nameOf(options.tests)}.json`);
    const coverage = await measureCoverage(file, options.isFresh, tests, () => newRunner(2, 0));
    const choose = testChooser(coverage, options.mostFiles);
    const queue = chosen.filter(({ id }) => !store.verdicts.has(id));
    if (queue.length < chosen.length)
      console.log(`Continuing after ${chosen.length - queue.length} mutants.`);
    const work = async () => {
      if (queue.length === 0) return;
      const runner = await newRunner(1, 1);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const source = sources.get(mutant.file) ?? '';
        const verdict = await testMutant(runner, mutant, source, choose(mutant));
        store.add(verdict);
        const { outcome, killedBy, seconds } = verdict;
        const count = `${store.verdicts.size}/${chosen.length}`.padStart(7);
        const cause = killedBy === undefined ? '' : ` [${killedBy}]`;
        console.log(`${count} ${outcome.padEnd(11)} ${describe(mutant)}${cause} ${seconds} s`);
      }
    };
    await Promise.all(Array.from({ length: options.workers }, work));
  } catch (error) {
    if (!stop.reason.aborted) throw error;
  } finally {
    for (const runner of runners) runner.stop();
    await (await services?.catch(() => undefined))?.stop();
    stop.dispose();
  }

  if (stop.reason.aborted) {
    console.log(
      `Stopped after ${store.verdicts.size} of ${chosen.length} mutants. The same command continues.`,
    );
    return 1;
  }
  const verdicts = chosen.flatMap(({ id }) => store.verdicts.get(id) ?? []);
  const score = scoreOf(verdicts);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const report = formatReport(
    verdicts,
    `${about} At most ${options.mostFiles} test files each besides those in its folder; ${minutes} min.`,
  );
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ options, score, verdicts }, undefined, 2));
  writeFileSync(join(folder, 'report.md'), `${report}\n`);
  const total = `${score.killed} of ${score.mutants} mutants killed: ${score.percent.toFixed(1)} %`;
  console.log(`\n${report}\n\n${total}, in ${minutes} min; at least ${options.least} % are demanded.`);
  return score.percent >= options.least ? 0 : 1;
}

/** Returns the part of a file's name for an option that chooses: a name has at most 255 characters. */
const nameOf = (choice = ''): string => `-${createHash('sha256').update(choice).digest('hex').slice(0, 8)}`;

/** Opens the results of an earlier run with the same sources, tests and choice, which was stopped. */
function openResults(folder: string, hash: string, { isFresh, mostFiles, ...options }: Options) {
  const names = [options.files, options.match, options.tests].map(nameOf).join('');
  const choice = `${options.seed}-${options.mutants}-${mostFiles}${names}`;
  const file = join(folder, `results-${hash}-${choice}.jsonl`);
  if (isFresh) rmSync(file, { force: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const verdicts = new Map(lines.map((line) => JSON.parse(line) as Verdict).map((each) => [each.id, each]));
  return {
    verdicts,
    add(verdict: Verdict): void {
      verdicts.set(verdict.id, verdict);
      appendFileSync(file, `${JSON.stringify(verdict)}\n`);
    },
  };
}
