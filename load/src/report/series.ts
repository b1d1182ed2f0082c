import { parseAssertions } from '../assertions.ts';
import { figure } from '../figures.ts';
import type { LoadResult, Second } from '../result.ts';
import { SLOW_LOOP_MS } from '../saturation.ts';
import { isAboutBids } from './figure-names.ts';

/** More points than the width of a plot would only make the file larger. */
const MOST_POINTS = 400;

/** `main`: the thick line with the area, drawn last. `before`: a dotted line of the other run. */
export type LineKind = 'main' | 'second' | 'third' | 'thin' | 'before';
type Values = (number | null)[];

export interface Series {
  name: string;
  line: LineKind;
  /** Null leaves a gap. */
  values: Values;
}

export interface Plot {
  title: string;
  unit: string;
  kind: 'lines' | 'bars';
  /** The name of each point, like `second 18`. */
  points: string[];
  /** Labels of the axis: the index of a point and its text. */
  axis: [at: number, text: string][];
  asked: { limit: number; text: string } | null;
  /** In drawing order. */
  series: Series[];
  note: string;
}

/** Merges neighbours, so that at most `into` values remain: the highest of them, or their mean. */
export function condense(values: Values, into: number, how: 'max' | 'mean'): Values {
  const size = Math.ceil(values.length / into);
  if (size <= 1) return values;
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => {
    const part = values.slice(at * size, (at + 1) * size).filter((value) => value !== null);
    if (part.length === 0) return null;
    return how === 'max' ? Math.max(...part) : part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

const measuredSeconds = ({ timeline }: LoadResult): Second[] =>
  timeline.filter(({ phase }) => phase === 'running');

/** Returns the plots of a run, over those of the run before if there is one. */
export function plotsOf(result: LoadResult, before: LoadResult | null, beforeName: string): Plot[] {
  const seconds = Math.max(measuredSeconds(result).length, before ? measuredSeconds(before).length : 0);
  const over = (
    title: string,
    unit: string,
    lines: [name: string, line: LineKind, of: (second: Second) => number | null][],
    more: Partial<Plot> = {},
  ): Plot => {
    const how = unit === 'ms' ? 'max' : 'mean';
    const values = (run: LoadResult, of: (second: Second) => number | null) =>
      condense(padded(measuredSeconds(run).map(of), seconds), MOST_POINTS, how);
    const main = lines.at(-1);
    const series = lines.map(([name, line, of]): Series => ({ name, line, values: values(result, of) }));
    if (before && main)
      series.splice(lines.length > 1 ? 1 : 0, 0, {
        name: `${beforeName}, ${main[0]}`,
        line: 'before',
        values: values(before, main[2]),
      });
    const isEmpty = series.every((each) => each.values.every((value) => value === null));
    return {
      title,
      unit,
      kind: 'lines',
      ...timeAxis(seconds),
      asked: null,
      series,
      note: isEmpty ? 'Nothing of this kind in this run.' : '',
      ...more,
    };
  };
  const worst = Math.max(0, ...measuredSeconds(result).map(({ errors }) => errors));
  const dropped: [string, LineKind, (second: Second) => number | null][] = result.totals.dropped
    ? [['dropped by the driver', 'third', (second) => second.dropped ?? null]]
    : [];
  const commands = isAboutBids(result) ? 'Bids' : 'Commands';
  return [
    over(
      'From a bid to every watcher',
      'ms',
      [
        ['max', 'thin', ({ max }) => max],
        ['p50', 'second', ({ p50 }) => p50],
        ['p95', 'third', ({ p95 }) => p95 ?? null],
        ['p99', 'main', ({ p99 }) => p99],
      ],
      { asked: askedOf(result) },
    ),
    over(commands, 'a second', [...dropped, ['accepted', 'main', ({ accepted }) => accepted]]),
    over('Messages', 'a second', [['sent', 'main', ({ messages }) => messages]]),
    over('Load driver, event loop late', 'ms', [['at worst', 'main', ({ lagMs }) => Math.round(lagMs)]], {
      asked: { limit: SLOW_LOOP_MS, text: `asked ${SLOW_LOOP_MS} ms` },
    }),
    over('Sockets', '', [
      ['joins a second', 'second', ({ joins }) => joins],
      ['open', 'main', ({ sockets }) => sockets],
    ]),
    histogram(result, before, beforeName),
    ...(worst > 0 ? [over('Errors', 'a second', [['errors', 'main', ({ errors }) => errors]])] : []),
  ];
}

/** Plots each server's p99 by second; empty with a single server. */
export function serverPlot(result: LoadResult): Plot[] {
  const { servers = [], timeline } = result;
  if (servers.length < 2) return [];
  const running = timeline.flatMap(({ phase }, at) => (phase === 'running' ? [at] : []));
  const kinds: LineKind[] = ['main', 'second', 'third', 'thin'];
  const series = servers.map(({ url, timeline: own }, at): Series => {
    const p99 = running.map((second) => own[second]?.p99 ?? null);
    return {
      name: hostOf(url),
      line: kinds[at % kinds.length] ?? 'thin',
      values: condense(p99, MOST_POINTS, 'max'),
    };
  });
  return [
    {
      title: 'p99 of each server',
      unit: 'ms',
      kind: 'lines',
      ...timeAxis(running.length),
      asked: askedOf(result),
      series: series.reverse(),
      note: '',
    },
  ];
}

export const hostOf = (url: string): string => url.replace(/^https?:\/\//, '');

/** The limit of time until a bid reached its watchers, if one was asked. */
function askedOf({ assertions }: LoadResult): Plot['asked'] {
  for (const wanted of ['p99', 'delivery.p99', 'max', 'delivery.max'])
    for (const { text } of assertions) {
      const [assertion] = parseAssertions(text);
      if (assertion?.figure === wanted && assertion.comparison.startsWith('<'))
        return { limit: assertion.limit, text: `asked ${figure(assertion.limit)} ms` };
    }
  return null;
}

function padded(values: Values, length: number): Values {
  return [...values, ...new Array<null>(Math.max(0, length - values.length)).fill(null)];
}

/** Names the points of so many seconds, and labels about five of them. */
function timeAxis(seconds: number): Pick<Plot, 'points' | 'axis'> {
  const size = Math.max(1, Math.ceil(seconds / MOST_POINTS));
  const count = Math.ceil(seconds / size);
  const points = Array.from({ length: count }, (_, at) =>
    size === 1 ? `second ${at + 1}` : `seconds ${at * size + 1} to ${Math.min(seconds, (at + 1) * size)}`,
  );
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200].find(
    (each) => seconds / each <= 5,
  );
  const axis: Plot['axis'] = count === 0 ? [] : [[0, '1 s']];
  for (let second = step ?? 14_400; second <= seconds; second += step ?? 14_400)
    if (second > 1) axis.push([Math.min(count - 1, Math.ceil(second / size) - 1), `${figure(second)} s`]);
  return { points, axis };
}

/** Deliveries by their time, in percent of all, so that two runs compare. */
function histogram(result: LoadResult, before: LoadResult | null, beforeName: string): Plot {
  const edges = [
    ...new Set([result, before].flatMap((run) => run?.deliveryHistogram.map(({ upToMs }) => upToMs) ?? [])),
  ].sort((a, b) => a - b);
  const shares = ({ deliveryHistogram }: LoadResult): Values => {
    const total = deliveryHistogram.reduce((sum, { count }) => sum + count, 0);
    return edges.map((edge) => {
      const count = deliveryHistogram.find(({ upToMs }) => upToMs === edge)?.count ?? 0;
      return total === 0 ? null : Math.round((count / total) * 1_000) / 10;
    });
  };
  const short = (edge: number) => figure(edge >= 10 ? Math.round(edge) : Math.round(edge * 10) / 10);
  const every = Math.max(1, Math.ceil(edges.length / 6));
  return {
    title: 'Deliveries by their time',
    unit: '%',
    kind: 'bars',
    points: edges.map((edge) => `up to ${short(edge)} ms`),
    axis: edges.flatMap((edge, at): Plot['axis'] => (at % every === 0 ? [[at, `${short(edge)} ms`]] : [])),
    asked: null,
    series: [
      { name: 'of all', line: 'main', values: shares(result) },
      ...(before ? [{ name: `${beforeName}, of all`, line: 'before' as const, values: shares(before) }] : []),
    ],
    note: edges.length === 0 ? 'No bid was delivered in this run.' : '',
  };
}
