import { writeFileSync } from 'node:fs';
import { startAgent } from './agents/agent.ts';
import { BadOptions } from './bad-options.ts';
import { compareResults, isRegressed, judgeRegressions, readResult } from './compare.ts';
import { causeOf } from './errors.ts';
import { Interrupted } from './interruptible.ts';
import { createView } from './live-view.ts';
import { describeRealms, endRealms, readOpenRealms } from './open-realms.ts';
import { type Command, type LoadOptions, parseOptions } from './options.ts';
import { writeOutputs } from './outputs.ts';
import { renderReport } from './report/html-report.ts';
import type { LoadResult } from './result.ts';
import { runLoad } from './run-load.ts';
import { isRich } from './sparkline.ts';
import { describeResult } from './summary.ts';
import { refuseForeignTargets } from './target.ts';
import { prepareTokens } from './tokens.ts';
import { usage } from './usage.ts';

const args = process.argv.slice(2);
const EXIT = { passed: 0, failed: 1, impossible: 2, interrupted: 130 };

async function main(): Promise<number> {
  const command = parseOptions(args, process.env);
  if (command.kind === 'help') {
    console.log(usage);
    return EXIT.passed;
  }
  if (command.kind === 'compare') {
    const [before, after] = command.files.map(readResult) as [LoadResult, LoadResult];
    const judged = judgeRegressions(command.failOn, before, after);
    console.log(compareResults(before, after, judged));
    writeFileSync(command.htmlFile, renderReport(after, before));
    console.log(`\nBoth runs on one page: ${command.htmlFile}`);
    return isRegressed(judged, before, after) ? EXIT.failed : EXIT.passed;
  }
  if (command.kind === 'report') {
    writeFileSync(command.htmlFile, renderReport(readResult(command.file)));
    console.log(`The run on one page: ${command.htmlFile}`);
    return EXIT.passed;
  }
  if (command.kind === 'tokens' || command.kind === 'list' || command.kind === 'end')
    return handTokens(command);
  if (command.kind === 'agent') return runAgent(command);
  await refuseForeignTargets(command.options.urls, command.options.ownsServer);
  return drive(command.options);
}

async function runAgent(options: Extract<Command, { kind: 'agent' }>): Promise<number> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.resolve());
  const agent = await startAgent(options, console.log).catch((error: unknown) => {
    throw new BadOptions(`--listen ${options.host}:${options.port}: ${causeOf(error)}.`);
  });
  console.log(`Waiting for runs on ${options.host}:${agent.port}.`);
  await stopped.promise;
  await agent.close();
  return EXIT.passed;
}

async function handTokens(command: Extract<Command, { kind: 'tokens' | 'list' | 'end' }>): Promise<number> {
  const { url, ownsServer, file, players, rooms } = command.options;
  await refuseForeignTargets([url], ownsServer);
  if (command.kind === 'end') {
    const ended = await endRealms(command.options, command.realm);
    console.log(ended.map((realm) => `Deleted realm ${realm}.`).join('\n') || describeRealms([], url));
    return EXIT.passed;
  }
  if (command.kind === 'list') {
    console.log(describeRealms(await readOpenRealms(command.options), url));
    return EXIT.passed;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort(new Error('interrupted')));
  const { realm } = await prepareTokens(command.options, stop.signal);
  console.log(`${file}: ${players} players in ${rooms} auctions of realm ${realm}.`);
  console.log(`Afterwards: npm run load -- end ${realm}`);
  return EXIT.passed;
}

async function drive(options: LoadOptions): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) return;
      stop.abort(new Interrupted(signal));
      console.log('\nInterrupted; the result follows within 5 s.');
    });
  // An error of the driver itself ends the run like one of the server: with a result, and without its realm.
  process.on('uncaughtException', (error) => stop.abort(error));
  const title = `${options.scenario} on ${options.urls.join(', ')}`;
  const view = createView(process.stdout, title);
  const result = await runLoad(options, commandToRepeat(), view, stop.signal);
  const problems = await writeOutputs(options, result);
  const { stdout } = process;
  console.log(describeResult(result, isRich(stdout, process.env) ? stdout.columns : 0));
  for (const problem of problems) console.error(problem);
  return exitCodeOf(result, problems);
}

function exitCodeOf({ stopped, realm, isPassed }: LoadResult, problems: readonly string[]): number {
  if (stopped?.kind === 'interrupted') return EXIT.interrupted;
  if (stopped || realm?.remains || problems.length > 0) return EXIT.impossible;
  return isPassed ? EXIT.passed : EXIT.failed;
}

/** Returns the command without passwords, because the report may be shared. */
function commandToRepeat(): string {
  const shown = args
    .map((arg, at) => (args[at - 1] === '--password' ? '…' : arg.replace(/^(--password=).*/, '$1…')))
    .map((arg) => arg.replace(/^((?:--database=)?postgres(?:ql)?:\/\/[^:@/]*):[^@]*@/, '$1:…@'));
  return ['npm run load --', ...shown.map(quote)].join(' ');
}

const quote = (arg: string) => (/^[\w@%+=:,./…-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);

let exitCode: number = EXIT.impossible;
try {
  exitCode = await main();
} catch (error) {
  console.error(error instanceof BadOptions ? error.message : `The command failed: ${causeOf(error)}`);
}
// Calls that a stopped run has left behind must not keep the process.
process.exit(exitCode);
