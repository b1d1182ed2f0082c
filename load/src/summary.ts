import { figureTable } from '../../scripts/text-table.ts';
import { bytes, figure, milliseconds } from './figures.ts';
import type { AgentResult, LoadResult, Percentiles, Stopped } from './result.ts';
import { fitInto, sparkline } from './sparkline.ts';

const MOST_TREND = 60;
const FEWEST_TREND = 8;
/** Room for the name and the highest value beside a sparkline. */
const TREND_TEXTS = 32;

export const latencyNames: Record<keyof LoadResult['latencies'], string> = {
  lastWatcher: 'bid to last watcher',
  delivery: 'bid to each watcher',
  bid: 'command to reply',
  join: 'opened to joined',
  reception: 'start to question',
};

/** Stands beside every rate: the load that the driver did not send in time. Empty if there is none. */
export const droppedText = ({ dropped = 0 }: { dropped?: number | undefined }): string =>
  dropped === 0 ? '' : `, ${figure(dropped)} dropped`;

/** Returns the totals as rows of text, for the terminal and the report. */
export function totalRows({ totals, verdict, latencies, agents }: LoadResult): [string, string][] {
  const beside = droppedText(totals);
  const each = (count: number) => `${figure(count)} (${figure(count / totals.seconds)}/s${beside})`;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([what, count]) => `${figure(count)} ${what}`)
      .join(', ') || 'none';
  return [
    ['measured time', `${figure(totals.seconds)} s`],
    ['sockets', figure(totals.sockets)],
    ['joins', figure(totals.joins)],
    ['messages', each(totals.messages)],
    ['bytes', `${bytes(totals.bytes)} (${bytes(totals.bytes / totals.seconds)}/s${beside})`],
    ['commands accepted', each(totals.accepted)],
    [
      'bids overtaken',
      `${figure(totals.overtaken.bids)} of ${figure(latencies.lastWatcher.count)} shown by a later bid's frame only`,
    ],
    [
      'deliveries overtaken',
      `${figure(totals.overtaken.deliveries)} of ${figure(latencies.delivery.count)} came with a later bid's frame`,
    ],
    ['bids undelivered', figure(totals.overtaken.undelivered)],
    ['commands by outcome', list(totals.outcomes)],
    ['errors', list(totals.errorKinds)],
    ['slowest close', milliseconds(totals.slowestCloseMs)],
    ['question, first to last holder', milliseconds(totals.receptionSpreadMs)],
    ['divergent watchers', `${figure(verdict.divergent)} of ${figure(verdict.compared)}`],
    ['commands lost, doubled', `${figure(verdict.lost)}, ${figure(verdict.doubled)}`],
    ['unbalanced coins', figure(verdict.unbalancedCoins)],
    ...(agents ?? []).map((agent): [string, string] => [`agent ${agent.address}`, describeAgent(agent)]),
  ];
}

const describeAgent = ({ bid, join, dropped, clockOffsetMs, roundTripMs }: AgentResult) =>
  `${figure(bid.count)} commands${droppedText({ dropped })}, p99 ${milliseconds(bid.p99)}; ${figure(join.count)} joins, p99 ${milliseconds(join.p99)}; clock ${milliseconds(clockOffsetMs)} ahead ± ${milliseconds(roundTripMs / 2)}`;

const percentileCells = ({ count, p50, p90, p95, p99, p999, max }: Percentiles) => [
  figure(count),
  ...[p50, p90, p95 ?? null, p99, p999, max].map(milliseconds),
];

export const percentileHeadings = ['latency', 'count', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'max'];
export const percentileRows = ({ latencies }: LoadResult): string[][] =>
  (Object.keys(latencyNames) as (keyof typeof latencyNames)[]).map((name) => [
    latencyNames[name],
    ...percentileCells(latencies[name]),
  ]);

/** The measured seconds as sparklines; none if the width is too small for them. */
function trends({ timeline }: LoadResult, width: number): string[] {
  const running = timeline.filter(({ phase }) => phase === 'running');
  const rows: [string, (number | null)[], string][] = [
    ['watchers p99', running.map(({ p99 }) => p99), ' ms'],
    ['accepted/s', running.map(({ accepted }) => accepted), ''],
    ['messages/s', running.map(({ messages }) => messages), ''],
  ];
  const space = Math.min(MOST_TREND, width - TREND_TEXTS);
  if (space < FEWEST_TREND) return [];
  return rows.map(([name, values, unit]) => {
    const highest = Math.max(0, ...values.map((value) => value ?? 0));
    return `${name.padEnd(13)} ${sparkline(fitInto(values, space), space)} up to ${figure(highest)}${unit}`;
  });
}

const phases: Record<Stopped['phase'], string> = {
  'set-up': 'during the set-up',
  connecting: 'while sockets were opened',
  running: 'while it measured',
  settling: 'during the checks',
};

/** Says what stopped a run, and when. */
export const describeStop = ({ kind, reason, phase }: Stopped): string =>
  kind === 'interrupted'
    ? `interrupted by ${reason} ${phases[phase]}. The figures end there.`
    : `failed ${phases[phase]}, where the figures end: ${reason}`;

/** Formats the result of a run for the terminal, with sparklines if it has a width. */
export function describeResult(result: LoadResult, columns = 0): string {
  const { verdict, assertions, saturation, isPassed, stopped, realm } = result;
  const width = Math.max(...totalRows(result).map(([name]) => name.length));
  return [
    '',
    ...totalRows(result).map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    figureTable(percentileHeadings, percentileRows(result)),
    '',
    ...trends(result, columns).flatMap((line, at, all) => (at === all.length - 1 ? [line, ''] : [line])),
    'Checked:',
    ...verdict.checks.map((check) => `  ${check}`),
    ...verdict.violations.map((violation) => `✗ ${violation}`),
    ...assertions.map(({ text, actual, holds }) => `${holds ? '✓' : '✗'} ${text} (${figure(actual)})`),
    ...(saturation === null ? [] : [`! ${saturation}`]),
    ...(realm?.remains ? [`! ${realm.remains}`] : []),
    '',
    stopped ? `STOPPED: ${describeStop(stopped)}` : isPassed ? 'PASSED' : 'FAILED',
  ].join('\n');
}
