import type { TestOptions } from './test-options.ts';
import type { NamedTest, StepReport } from './test-run.ts';
import { textTable } from './text-table.ts';

const slowestShown = 10;

/**
 * Formats a table of all steps with their budgets, the slowest tests, each failed test with the command that runs it
 * alone and its error, and the sums on the last line.
 */
export function formatSummary(
  reports: readonly StepReport[],
  prepareMs: number,
  options: TestOptions,
): string {
  const rows = reports.map((report) => [
    report.name,
    report.outcome,
    inSeconds(report.tookMs),
    `of ${inSeconds(report.budgetMs)}`,
    report.passed + report.failed > 0 ? `${report.passed} passed, ${report.failed} failed` : '',
    report.tookMs > report.budgetMs ? 'over its budget' : '',
  ]);
  rows.unshift(['install', 'passed', inSeconds(prepareMs), '', '', '']);
  const startedMs = Math.min(...reports.map((report) => report.startedMs));
  const endedMs = Math.max(...reports.map((report) => report.startedMs + report.tookMs));
  const totalMs = prepareMs + endedMs - startedMs;
  rows.push(['total', '', inSeconds(totalMs), '', '', '']);
  return [
    textTable(rows),
    ...describeSlowest(reports),
    ...describeFailures(reports, options),
    '',
    sums(reports),
  ].join('\n');
}

/** Formats the result of repeated runs: the time of each, and each test that failed at least once with the number of its failures. */
export function formatRepeats(runs: readonly (readonly StepReport[])[], options: TestOptions): string {
  const rows = runs.map((reports, nth) => [
    `run ${nth + 1}`,
    options.isShuffled ? `seed ${options.seed + nth}` : '',
    inSeconds(reports.reduce((sum, { tookMs }) => sum + tookMs, 0)),
    sums(reports),
  ]);
  const counts = new Map<string, number>();
  for (const reports of runs)
    for (const { command } of failedCommands(reports, options))
      counts.set(command, (counts.get(command) ?? 0) + 1);
  const lines = [...counts].map(([line, count]) => `  ${count} of ${runs.length}: ${line}`);
  const heading =
    lines.length > 0 ? ['', 'Failed at least once:', ...lines] : ['', 'No test failed in any run.'];
  return [textTable(rows), ...heading, '', sums(runs.flat())].join('\n');
}

function describeSlowest(reports: readonly StepReport[]): string[] {
  const all = reports.flatMap(({ slowest = [] }) => slowest).sort((a, b) => b.tookMs - a.tookMs);
  if (all.length === 0) return [];
  const rows = all
    .slice(0, slowestShown)
    .map(({ tookMs, file, title }) => ['', inSeconds(tookMs), `${file} › ${title}`]);
  return ['', 'Slowest tests:', textTable(rows)];
}

function describeFailures(reports: readonly StepReport[], options: TestOptions): string[] {
  const failed = failedCommands(reports, options);
  if (failed.length === 0) return [];
  const lines = failed.flatMap(({ command, cause }) => [
    `  ${command}`,
    ...(cause ? [cause.replaceAll(/^/gm, '    ')] : []),
  ]);
  return ['', 'Failed; run alone with:', ...lines];
}

/** Returns a command for each failed test, and for each step that failed without one. */
function failedCommands(
  reports: readonly StepReport[],
  options: TestOptions,
): { command: string; cause?: string }[] {
  return reports
    .filter(({ failed }) => failed > 0)
    .flatMap(({ name, failures = [] }) => {
      const command = `npm test -- ${options.isFull ? '--full ' : ''}--only ${name}`;
      if (failures.length === 0) return [{ command }];
      return failures.map((test) => ({ ...test, command: `${command} ${argumentsOf(test)}` }));
    });
}

/** A test's title is a regular expression for vitest. */
function argumentsOf({ file, title }: NamedTest): string {
  if (title === '') return file;
  const pattern = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll("'", '.');
  return `${file} -t '${pattern}'`;
}

function sums(reports: readonly StepReport[]): string {
  const sum = (key: 'passed' | 'failed') => reports.reduce((total, report) => total + report[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
