import { readFileSync } from 'node:fs';
import { figureTable } from '../../scripts/text-table.ts';
import { figures } from './assertions.ts';
import { BadOptions } from './bad-options.ts';
import { figure } from './figures.ts';
import { describeChange } from './report/change.ts';
import { resultInReport } from './report/html-report.ts';
import type { LoadResult } from './result.ts';

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

/** Returns a table with the ratio of each figure and whether it improved. */
export function compareResults(before: LoadResult, after: LoadResult): string {
  const rows = Object.entries(figures).flatMap(([name, of]) => {
    const [a, b] = [read(of(before)), read(of(after))];
    if (!Number.isFinite(a) && !Number.isFinite(b)) return [];
    return [
      [
        name,
        figure(a),
        figure(b),
        a === 0 || !Number.isFinite(b / a) ? '–' : `${figure(b / a)} ×`,
        word(name, a, b),
      ],
    ];
  });
  const differing = Object.keys(before.options).filter(
    (option) => before.options[option] !== after.options[option],
  );
  return [
    `${before.scenario}, ${before.startedAt}: ${before.isPassed ? 'passed' : 'FAILED'}`,
    `${after.scenario}, ${after.startedAt}: ${after.isPassed ? 'passed' : 'FAILED'}`,
    ...(before.scenario === after.scenario
      ? []
      : ['! The scenarios differ; their figures are not comparable.']),
    ...differing.map((option) => `! ${option} was ${before.options[option]}, then ${after.options[option]}`),
    ...[before, after].flatMap(({ saturation }) => (saturation === null ? [] : [`! ${saturation}`])),
    '',
    figureTable(['figure', 'before', 'after', 'ratio', ''], rows),
  ].join('\n');
}

const read = (value: number | null): number => value ?? Number.NaN;

function word(name: string, before: number, after: number): string {
  const tone = describeChange(name, before, after)?.tone ?? '';
  return tone === 'worse' ? 'WORSE' : tone;
}
