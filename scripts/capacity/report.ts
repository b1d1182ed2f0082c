import type { Crossing, Limit } from './limits.ts';
import { type Causes, type Inputs, type Plan, sum } from './model.ts';
import type { Source } from './unit-costs.ts';

const DAYS_A_YEAR = 365;
const DAY_S = 86_400;

/** Formats a number with three significant digits and separators. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1_000 ? 4 : 3 });
}

const countOf = (value: number): string => Math.round(value).toLocaleString('en');

/** Formats bytes in the largest decimal unit that gives a number above 1. */
function showBytes(bytes: number): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const at = Math.max(0, Math.min(names.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${show(bytes / 1_000 ** at)} ${names[at]}`;
}

export function needs(found: Plan, inputs: Inputs): [what: string, value: string][] {
  const { traffic } = found;
  return [
    ['sockets, rooms', `${countOf(inputs.sockets)}, ${countOf(inputs.rooms)}`],
    ['bids a second, mean and peak', `${show(inputs.bidsADay / DAY_S)}, ${show(traffic.bids)}`],
    ['servers (one core each)', countOf(found.servers)],
    ['cores in use at the peak', show(found.nodeCores)],
    ['memory of the servers', `${show(found.memoryGb)} GB`],
    ['cores of PostgreSQL', show(found.postgresCores)],
    ['connections to PostgreSQL', `${countOf(found.connections)} (${show(found.postgresMemoryGb)} GB)`],
    [
      'disk a day, a year',
      `${showBytes(found.diskBytesADay)}, ${showBytes(found.diskBytesADay * DAYS_A_YEAR)}`,
    ],
    ['WAL a day, at the peak', `${showBytes(found.walBytesADay)}, ${showBytes(found.walBytes)}/s`],
    ['Redis shards (cores)', `${countOf(found.redisShards)} (${show(found.redisCores)})`],
    [
      'deliveries a second',
      countOf(traffic.deliveries + traffic.hottestDeliveries + traffic.countDeliveries),
    ],
    ['network out, in at the peak', `${showBytes(found.bytesOut)}/s, ${showBytes(found.bytesIn)}/s`],
    ['network out a day', `${showBytes(found.bytesOut * DAY_S)} at a constant peak`],
    ['network of Redis at the peak', `${showBytes(found.redisBytesOut)}/s`],
  ];
}

/** Returns the shares of each program's CPU by cause, largest first. */
export function drivers({ node, postgres, redis }: Plan): [what: string, share: string, cores: string][] {
  const all = sum(node) + sum(postgres) + sum(redis);
  const rows = (program: string, causes: Causes) =>
    Object.entries(causes).map(([cause, cores]) => ({ what: `${program}: ${cause}`, cores }));
  return [...rows('server', node), ...rows('PostgreSQL', postgres), ...rows('Redis', redis)]
    .sort((one, other) => other.cores - one.cores)
    .map(({ what, cores }) => [what, `${show((100 * cores) / all)} %`, `${show(cores)} cores`]);
}

export const limitRows = (limits: readonly Limit[]): [string, string, string][] =>
  [...limits]
    .sort((one, other) => other.ratio - one.ratio)
    .map(({ name, ratio }) => [name, `${show(ratio)} ×`, ratio > 1 ? 'exceeded' : '']);

export const sourceRows = (sources: readonly Source[]): [string, string, string, string, string][] =>
  sources.map(({ name, value, unit, min, max, file, date }) => [
    name,
    `${show(value)} ${unit}`,
    `${show(min)} to ${show(max)}`,
    file,
    date,
  ]);

export const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Lists the limits crossed up to each size. */
export function stepTexts(sizes: readonly number[], crossings: readonly Crossing[]): string[] {
  return sizes.map((size, at) => {
    const from = sizes[at - 1] ?? 0;
    const inStep = crossings.filter(({ sockets }) => sockets > from && sockets <= size);
    const title =
      from === 0 ? `Up to ${countOf(size)} sockets` : `From ${countOf(from)} to ${countOf(size)} sockets`;
    if (inStep.length === 0) return `**${title}.** No limit is crossed.`;
    const lines = inStep.map(
      ({ name, sockets, remedy }, nth) => `${nth + 1}. At ${show(sockets)} sockets: ${name}. ${remedy}`,
    );
    return `**${title}.** These limits are crossed, in this order:\n\n${lines.join('\n')}`;
  });
}
