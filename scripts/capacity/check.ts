import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../data-folder.ts';
import { runInTerminal } from '../processes.ts';
import { startThrowawayServices } from '../services.ts';
import { textTable } from '../text-table.ts';
import { type Assumptions, loadOf, PACKET_BYTES, sum } from './model.ts';
import { show } from './report.ts';
import type { UnitCosts } from './unit-costs.ts';

/** Maximum relative difference between prediction and measurement. */
const TOLERANCE = 0.25;
const RUNS = [
  { sockets: 500, rooms: 10, bidsPerSecond: 40 },
  { sockets: 2_000, rooms: 40, bidsPerSecond: 120 },
];
const SECONDS = 15;
const DAY_S = 86_400;
const US = 1e6;

/** The output of `npm run bench -- sample`. */
export interface Sample {
  servers: number;
  sockets: number;
  rooms: number;
  seconds: number;
  bids: number;
  nodeUs: number;
  postgresUs: number;
  redisUs: number;
  walBytes: number;
  bytesOut: number;
}

export interface Comparison {
  what: string;
  predicted: number;
  measured: number;
  unit: string;
  isClose: boolean;
}

/** Compares the model with a measured run, in which sockets stay connected and clients send bids only. */
export function compare(sample: Sample, assumed: Assumptions, costs: UnitCosts): Comparison[] {
  const { servers, sockets, rooms, seconds, bids } = sample;
  const load = loadOf(
    { sockets, rooms, bidsADay: (bids / seconds) * DAY_S },
    {
      ...assumed,
      peakFactor: 1,
      hottestShare: 1 / rooms,
      requestsPerSocketMinute: 0,
      minutesPerVisit: Number.POSITIVE_INFINITY,
    },
    costs,
    servers,
  );
  const { deliveries, hottestDeliveries, countDeliveries } = load.traffic;
  const rate = bids / seconds;
  // The measured bytes are those of the streams, without packet headers.
  const headers = (deliveries + hottestDeliveries + countDeliveries + 3 * rate) * PACKET_BYTES;
  const rows = [
    ['CPU of the servers', sum(load.node) * 1_000, (sample.nodeUs / US / seconds) * 1_000, 'ms/s'],
    ['CPU of PostgreSQL', sum(load.postgres) * 1_000, (sample.postgresUs / US / seconds) * 1_000, 'ms/s'],
    ['CPU of Redis', sum(load.redis) * 1_000, (sample.redisUs / US / seconds) * 1_000, 'ms/s'],
    ['bytes to clients', (load.bytesOut - headers) / 1_000, sample.bytesOut / seconds / 1_000, 'kB/s'],
    ['WAL', load.walBytes / 1_000, sample.walBytes / seconds / 1_000, 'kB/s'],
  ] as const;
  return rows.map(([what, predicted, measured, unit]) => ({
    what,
    predicted,
    measured,
    unit,
    isClose: Math.abs(predicted / measured - 1) <= TOLERANCE,
  }));
}

/** Runs all checks, prints predictions beside measurements, and returns whether all are within the tolerance. */
export async function checkPredictions(costs: UnitCosts, assumed: Assumptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'copup-capacity-'));
  let isGood = true;
  try {
    for (const [at, run] of RUNS.entries()) {
      const sample = await measure(run, join(folder, `${at}.json`));
      const compared = compare(sample, assumed, costs);
      console.log(
        `\n${sample.sockets} sockets, ${sample.rooms} rooms, ${show(sample.bids / sample.seconds)} bids/s, ${sample.servers} servers\n`,
      );
      console.log(textTable([['', 'predicted', 'measured', 'unit', 'ratio', ''], ...compared.map(rowOf)]));
      isGood &&= compared.every(({ isClose }) => isClose);
    }
    return isGood;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rowOf = ({ what, predicted, measured, unit, isClose }: Comparison): string[] => [
  what,
  show(predicted),
  show(measured),
  unit,
  show(predicted / measured),
  isClose ? 'within 25 %' : 'MISSED',
];

async function measure(
  { sockets, rooms, bidsPerSecond }: (typeof RUNS)[number],
  file: string,
): Promise<Sample> {
  const services = await startThrowawayServices({ isDurable: true });
  try {
    const code = await runInTerminal(
      process.execPath,
      [
        join('server', 'bench', 'main.ts'),
        'sample',
        ...['--sockets', String(sockets), '--rooms', String(rooms)],
        ...['--bids-a-second', String(bidsPerSecond), '--seconds', String(SECONDS), '--to', file],
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          DATABASE_URL: services.databaseUrl,
          DATABASE_OWNER_URL: services.databaseOwnerUrl,
          REDIS_URL: services.redisUrl,
        },
      },
    );
    if (code !== 0) throw new Error(`The run of ${sockets} sockets ended with code ${code}.`);
    return JSON.parse(readFileSync(file, 'utf8')) as Sample;
  } finally {
    await services.stop();
  }
}
