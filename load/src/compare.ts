import { readFileSync } from 'node:fs';
import { figureTable } from '../../scripts/text-table.ts';
import { figures, knownFigure } from './assertions.ts';
import { BadOptions } from './bad-options.ts';
import { figure } from './figures.ts';
import { describeChange } from './report/change.ts';
import { formatFigure } from './report/figure-names.ts';
import { resultInReport } from './report/html-report.ts';
import type { LoadResult } from './result.ts';
import { describeStop } from './summary.ts';

/** Reads a result file, or the result in a report. Figures that were not measured are null, because JSON has no NaN. */
export function readResult(file: string): LoadResult {
  let parsed: unknown;
  try {
    const text = readFileSync(file, 'utf8');
    parsed = text.trimStart().startsWith('<') ? resultInReport(text) : JSON.parse(text);
  } catch (error) {
    throw new BadOptions(`${file} cannot be read: ${(error as Error).message}`);
  }
  if ((parsed as LoadResult | null | undefined)?.format !== 'copup-load-1')
    throw new BadOptions(`${file} is not a result written by --json or --html.`);
  return parsed as LoadResult;
}

/** A condition of `--fail-on`: about the second run, or about its change against the first. */
export interface Regression {
  text: string;
  figure: string;
  isAbove: boolean;
  limit: number;
  /** `percent` and `difference`: of the change. */
  of: 'value' | 'percent' | 'difference';
}

const regressionPattern = /^([a-z][a-z\d./]*?)\s*([<>])\s*([+-]?)(\d+(?:\.\d+)?)(ms|s|%)?$/i;

/** Parses a list like `p99>+20%,errors>0`. Throws BadOptions with the allowed figures. */
export function parseRegressions(text: string): Regression[] {
  return text.split(',').map((part) => {
    const match = regressionPattern.exec(part.trim());
    const [, name = '', comparison, sign = '', number = '', unit] = match ?? [];
    if (!match || (unit === '%' && sign === '' && name !== 'failed'))
      throw new BadOptions(
        `--fail-on: "${part.trim()}" is not valid. Examples: p99>+20% (a change), p99>250ms, errors>0, bids/s<-10%.`,
      );
    knownFigure('--fail-on', name);
    const size = Number(number) * (unit === 's' ? 1_000 : 1);
    return {
      text: part.trim(),
      figure: name,
      isAbove: comparison === '>',
      limit: sign === '-' ? -size : size,
      of: sign === '' ? 'value' : unit === '%' ? 'percent' : 'difference',
    };
  });
}

export interface JudgedRegression extends Regression {
  /** NaN if it was not measured in both runs, as far as both are needed. */
  actual: number;
  isFailed: boolean;
}

/** Evaluates conditions. One about a figure that was not measured fails. */
export function judgeRegressions(
  regressions: readonly Regression[],
  before: LoadResult,
  after: LoadResult,
): JudgedRegression[] {
  return regressions.map((one) => {
    const [a, b] = [before, after].map((run) => read(figures[one.figure]?.(run) ?? null)) as [number, number];
    const percent = a === b ? 0 : ((b - a) / Math.abs(a)) * 100;
    const actual = { value: b, difference: b - a, percent }[one.of];
    const isHit = one.isAbove ? actual > one.limit : actual < one.limit;
    return { ...one, actual, isFailed: Number.isNaN(actual) || isHit };
  });
}

/** Whether `compare` fails: a run that was stopped shows no regression, and must not pass for one without. */
export const isRegressed = (
  judged: readonly JudgedRegression[],
  before: LoadResult,
  after: LoadResult,
): boolean =>
  judged.some(({ isFailed }) => isFailed) ||
  (judged.length > 0 && [before, after].some(({ stopped }) => stopped));

/** Returns a table with the change of each figure and whether it improved. Refuses runs of different scenarios. */
export function compareResults(
  before: LoadResult,
  after: LoadResult,
  judged: readonly JudgedRegression[] = [],
): string {
  if (before.scenario !== after.scenario)
    throw new BadOptions(
      `compare: the first run is of ${before.scenario}, the second of ${after.scenario}. Name two runs of one scenario.`,
    );
  const rows = Object.entries(figures).flatMap(([name, of]) => {
    const [a, b] = [read(of(before)), read(of(after))];
    if (!Number.isFinite(a) && !Number.isFinite(b)) return [];
    const own = judged.filter((one) => one.figure === name);
    const change = describeChange(name, a, b);
    return [
      [
        name,
        formatFigure(name, Number.isFinite(a) ? a : null),
        formatFigure(name, Number.isFinite(b) ? b : null),
        change?.text ?? '–',
        change?.tone === 'worse' ? 'WORSE' : (change?.tone ?? ''),
        ...(judged.length > 0 ? [own.map(({ text }) => text.slice(name.length)).join(', ')] : []),
        ...(own.some(({ isFailed }) => isFailed) ? ['✗'] : own.length > 0 ? ['✓'] : []),
      ],
    ];
  });
  const differing = Object.keys(before.options).filter(
    (option) => before.options[option] !== after.options[option],
  );
  const run = (name: string, { scenario, startedAt, isPassed, stopped }: LoadResult) =>
    `${name}  ${scenario}, ${startedAt}: ${stopped ? `STOPPED: ${describeStop(stopped)}` : isPassed ? 'passed' : 'FAILED'}`;
  return [
    run('before', before),
    run('after ', after),
    ...differing.map((option) => `! ${option} was ${before.options[option]}, then ${after.options[option]}`),
    ...[before, after].flatMap(({ saturation }) => (saturation === null ? [] : [`! ${saturation}`])),
    '',
    figureTable(
      ['figure', 'before', 'after', 'change', '', ...(judged.length > 0 ? ['fails on', ''] : [])],
      rows,
    ),
    ...(judged.length === 0 ? [] : ['', ...judged.map(describeJudged)]),
  ].join('\n');
}

function describeJudged({ text, actual, isFailed, of, figure: name }: JudgedRegression): string {
  const sign = of === 'value' || !(actual > 0) ? '' : '+';
  const amount = of === 'percent' ? `${figure(actual)} %` : formatFigure(name, actual);
  return `${isFailed ? '✗' : '✓'} ${text} (${Number.isNaN(actual) ? 'not measured in both runs' : `${sign}${amount}`})`;
}

const read = (value: number | null): number => value ?? Number.NaN;
