import { writeFileSync } from 'node:fs';
import { BadOptions } from './bad-options.ts';
import { compareResults, readResult } from './compare.ts';
import { createView } from './live-view.ts';
import { type Command, type LoadOptions, parseOptions, usage } from './options.ts';
import { renderReport } from './report/html-report.ts';
import type { LoadResult } from './result.ts';
import { runLoad } from './run-load.ts';
import { isRich } from './sparkline.ts';
import { describeResult } from './summary.ts';
import { refuseForeignTargets } from './target.ts';
import { endRealm, prepareTokens } from './tokens.ts';

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
    console.log(compareResults(before, after));
    writeFileSync(command.htmlFile, renderReport(after, before));
    console.log(`\nBoth runs on one page: ${command.htmlFile}`);
    return EXIT.passed;
  }
  if (command.kind === 'report') {
    writeFileSync(command.htmlFile, renderReport(readResult(command.file)));
    console.log(`The run on one page: ${command.htmlFile}`);
    return EXIT.passed;
  }
  if (command.kind === 'tokens' || command.kind === 'end') return handTokens(command);
  await refuseForeignTargets(command.options.urls, command.options.ownsServer);
  return drive(command.options);
}

async function handTokens(command: Extract<Command, { kind: 'tokens' | 'end' }>): Promise<number> {
  const { url, operator, ownsServer, file, players, rooms } = command.options;
  await refuseForeignTargets([url], ownsServer);
  if (command.kind === 'end') {
    await endRealm(url, operator, command.realm);
    console.log(`Deleted realm ${command.realm}.`);
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
      console.log('\nInterrupted; cleaning up.');
      stop.abort(new Error('interrupted'));
    });
  const title = `${options.scenario} on ${options.urls.join(', ')}`;
  try {
    const result = await runLoad(options, commandToRepeat(), createView(process.stdout, title), stop.signal);
    if (options.jsonFile !== undefined)
      writeFileSync(options.jsonFile, `${JSON.stringify(result, null, 1)}\n`);
    const { stdout } = process;
    console.log(describeResult(result, isRich(stdout, process.env) ? stdout.columns : 0));
    if (options.htmlFile !== undefined) writeFileSync(options.htmlFile, renderReport(result));
    return result.isPassed ? EXIT.passed : EXIT.failed;
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return EXIT.interrupted;
    throw error;
  }
}

/** Returns the command without passwords, because the report may be shared. */
function commandToRepeat(): string {
  const shown = args
    .map((arg, at) => (args[at - 1] === '--password' ? '…' : arg.replace(/^(--password=).*/, '$1…')))
    .map((arg) => arg.replace(/^((?:--database=)?postgres(?:ql)?:\/\/[^:@/]*):[^@]*@/, '$1:…@'));
  return ['npm run load --', ...shown.map(quote)].join(' ');
}

const quote = (arg: string) => (/^[\w@%+=:,./…-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof BadOptions) console.error(error.message);
  else
    console.error(`The load test failed to run: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT.impossible;
}
