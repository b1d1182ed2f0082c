import { figures } from '../assertions.ts';
import type { LoadResult } from '../result.ts';

/** A gauge of a run, for the formats of monitoring systems. */
export interface Metric {
  name: string;
  help: string;
  points: { labels: Record<string, string>; value: number }[];
}

/** Lists what a run measured. Figures that were not measured are left out. */
export function metricsOf(result: LoadResult): Metric[] {
  const { totals, assertions, saturation, stopped, isPassed, startedAt } = result;
  const measured = Object.entries(figures).map(([name, of]) => [name, of(result)] as const);
  const gauges: [name: string, help: string, label: string, values: Iterable<readonly [string, number]>][] = [
    ['passed', '1 if the run passed, otherwise 0', '', [['', Number(isPassed)]]],
    ['stopped', '1 if the run was stopped before its end, otherwise 0', '', [['', Number(Boolean(stopped))]]],
    ['saturated', '1 if the driver may have limited the figures', '', [['', Number(saturation !== null)]]],
    ['started_timestamp_seconds', 'Start of the run', '', [['', Date.parse(startedAt) / 1_000]]],
    ['figure', 'The figures of --assert: times in milliseconds, failed in percent', 'figure', measured],
    ['commands', 'Commands by outcome', 'outcome', Object.entries(totals.outcomes)],
    ['errors', 'Errors by kind', 'kind', Object.entries(totals.errorKinds)],
    [
      'assertion_met',
      '1 if it holds',
      'assertion',
      assertions.map(({ text, holds }) => [text, Number(holds)]),
    ],
  ];
  return gauges.flatMap(([name, help, label, values]) => {
    const points = [...values]
      .filter(([, value]) => Number.isFinite(value))
      .map(([key, value]) => ({ labels: label === '' ? {} : { [label]: key }, value }));
    return points.length === 0 ? [] : [{ name: `copup_load_${name}`, help, points }];
  });
}
