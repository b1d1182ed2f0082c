import { parseArgs } from 'node:util';
import { forPeople } from '../toolchain.mjs';
import type { Machines } from './limits.ts';
import type { Assumptions, Inputs } from './model.ts';

/** The flag, default and description of each assumption. */
const assumptionFlags = {
  peakFactor: ['peak-factor', 10, 'ratio of bids at the peak to the mean of the day'],
  hottestShare: ['hottest-share', 0.02, 'share of the hottest auction in sockets and bids'],
  updatesPerSecond: [
    'updates-a-second',
    5,
    'maximum frames a second of one room (setting roomUpdatesPerSecond)',
  ],
  requestsPerSocketMinute: ['requests-a-minute', 2, 'requests per socket and minute, without bids'],
  minutesPerVisit: ['minutes-a-visit', 15, 'minutes until a socket disconnects and another connects'],
  utilisation: ['utilisation', 0.6, 'planned use of a core at the peak, as a share'],
  returnSeconds: ['return-seconds', 30, 'seconds in which the sockets of a lost server reconnect'],
  poolSize: ['pool', 16, 'connections of a server to PostgreSQL (DATABASE_POOL_SIZE)'],
  maxConnections: ['max-connections', 200, 'max_connections of PostgreSQL'],
} as const satisfies Record<keyof Assumptions, readonly [flag: string, value: number, text: string]>;

const machineFlags = {
  postgresCores: ['postgres-cores', 16, "cores of PostgreSQL's machine"],
  walBytesPerS: ['wal-mb', 50, 'MB of WAL a second that its disk can write'],
  diskBytes: ['disk-tb', 4, 'TB of its disk'],
  networkBytesPerS: ['network-gbit', 1, 'Gbit/s of the network interface of a server'],
} as const satisfies Record<keyof Machines, readonly [flag: string, value: number, text: string]>;

const units: Record<keyof Machines, number> = {
  postgresCores: 1,
  walBytesPerS: 1e6,
  diskBytes: 1e12,
  networkBytesPerS: 1e9 / 8,
};

export interface Options {
  inputs: Inputs;
  assumed: Assumptions;
  machines: Machines;
  /** Folder of the files with the unit costs. Default: docs/figures. */
  figures: string | undefined;
  writes: boolean;
  checks: boolean;
  /** The value of every assumption, as text for the report. */
  texts: readonly string[];
}

const allFlags = [...Object.values(assumptionFlags), ...Object.values(machineFlags)];

export const usage = `npm run capacity -- --sockets N --rooms N --bids-a-day N   prints the resources for this load
npm run capacity -- --check                                compares predictions with two measured runs
npm run capacity -- --write                                rewrites the tables of docs/capacity.md
${allFlags.map(([flag, value, text]) => `  --${flag.padEnd(20)} ${text} (${value})`).join('\n')}`;

export function readOptions(args: readonly string[]): Options {
  const numeric = ['sockets', 'rooms', 'bids-a-day', ...allFlags.map(([flag]) => flag)];
  const { values } = parse(args, numeric);
  const read = (flag: string, fallback: number): number => {
    const value = values[flag] === undefined ? fallback : Number(values[flag]);
    if (!Number.isFinite(value) || value <= 0) throw forPeople(`--${flag} must be a number above 0.`);
    return value;
  };
  const assumed = mapEach(assumptionFlags, ([flag, value]) => read(flag, value));
  const machines = mapEach(machineFlags, ([flag, value], name) => read(flag, value) * units[name]);
  if (assumed.hottestShare > 1 || assumed.utilisation > 1)
    throw forPeople('--hottest-share and --utilisation must be at most 1.');
  const rooms = read('rooms', 20_000);
  if (!Number.isInteger(rooms)) throw forPeople('--rooms must be a whole number.');
  return {
    inputs: { sockets: read('sockets', 1_000_000), rooms, bidsADay: read('bids-a-day', 10_000_000) },
    assumed,
    machines,
    figures: values.figures as string | undefined,
    writes: values.write === true,
    checks: values.check === true,
    texts: allFlags.map(([flag, value, text]) => `--${flag} ${read(flag, value)}: ${text}`),
  };
}

function parse(args: readonly string[], numeric: readonly string[]) {
  const options = Object.fromEntries(
    [...numeric, 'figures'].map((flag) => [flag, { type: 'string' as const }]),
  );
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, write: { type: 'boolean' }, check: { type: 'boolean' } },
    }) as { values: Record<string, string | boolean | undefined> };
  } catch (error) {
    throw forPeople(`${(error as Error).message}\n\n${usage}`);
  }
}

function mapEach<Name extends string, From>(
  flags: Record<Name, From>,
  map: (from: From, name: Name) => number,
): Record<Name, number> {
  const entries = Object.entries(flags) as [Name, From][];
  return Object.fromEntries(entries.map(([name, from]) => [name, map(from, name)])) as Record<Name, number>;
}
