import { setTimeout as pause } from 'node:timers/promises';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { type Measurement, recordFigures } from '../figures.ts';
import { measureDisk } from '../measure-disk.ts';
import { readOptions } from '../rounds.ts';
import { megabytesOfConnection } from './connection-memory.ts';
import { Deployment } from './deployment.ts';
import { IDLE_MS, measureRound, prepareRound } from './round.ts';

/** The closing of the sockets must not be part of what an empty server uses. */
const EMPTY_MS = 4_000;
const WARM_UP_IDLE_MS = 1_000;
const BYTES_PER_MB = 1024 ** 2;
const BID_DISK_BYTES = 1_200;

/** Units of the figures, by their names in docs/figures/footprint.json. */
const units = {
  serverNodeUs: 'µs/s',
  serverPostgresUs: 'µs/s',
  serverRedisUs: 'µs/s',
  serverResidentMb: 'MB',
  connectionMb: 'MB',
  socketBytes: 'B/s',
  joinNodeUs: 'µs',
  joinPostgresUs: 'µs',
  joinBytes: 'B',
  bidNodeUs: 'µs',
  bidPostgresUs: 'µs',
  bidRedisUs: 'µs',
  bidWalBytes: 'B',
  bidDiskBytes: 'B',
  bidReceivedBytes: 'B',
  bidSentBytes: 'B',
  requestSentBytes: 'B',
  walletNodeUs: 'µs',
  walletBytes: 'B',
  updateNodeUs: 'µs',
  deliveryNodeUs: 'µs',
  deliveryBytes: 'B',
  announcementNodeUs: 'µs',
  redisPublishUs: 'µs',
  redisDeliveryUs: 'µs',
  redisDeliveryBytes: 'B',
} as const;
export type FootprintFigures = Record<keyof typeof units, number>;

/**
 * `npm run bench -- footprint`: the cost of one more server, socket, bid, update, message and row for the server
 * processes, PostgreSQL and Redis. One server receives the bids, the other has the sockets. Its goal is the
 * disk of a bid; `npm run capacity` uses the other figures.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  // `--record` writes the file after fewer rounds too.
  const { rounds } = readOptions(args, { record: false });
  const deployment = await Deployment.start(2);
  const measured: FootprintFigures[] = [];
  try {
    const serverResidentMb = (await deployment.residentBytes(0)) / BYTES_PER_MB;
    const crowd = await prepareRound(deployment);
    // Not counted: the servers compile their code during it.
    await measureRound(deployment, crowd, WARM_UP_IDLE_MS);
    await endRound(deployment);
    const partial: Awaited<ReturnType<typeof measureRound>>[] = [];
    const bidDiskBytes = await measureDisk(deployment.bench, async () => {
      for (let round = 0; round < rounds; round += 1) {
        partial.push(await measureRound(deployment, crowd, IDLE_MS));
        await endRound(deployment);
      }
      return partial.reduce((sum, { bids }) => sum + bids, 0);
    });
    const connectionMb = await megabytesOfConnection(deployment.bench);
    measured.push(
      ...partial.map(({ figures }) => ({ ...figures, serverResidentMb, bidDiskBytes, connectionMb })),
    );
  } finally {
    await deployment.close();
  }
  const figures: Record<string, Measurement> = Object.fromEntries(
    Object.entries(units).map(([name, unit]) => [
      name,
      { unit, values: measured.map((one) => one[name as keyof FootprintFigures]) },
    ]),
  );
  printTable(
    ['figure', 'median', 'least', 'most', 'unit'],
    Object.entries(figures).map(([name, { unit, values: each }]) => [
      name,
      figure(median(each)),
      figure(Math.min(...each)),
      figure(Math.max(...each)),
      unit,
    ]),
  );
  recordFigures('footprint', rounds, figures);
  const ratios = measured.map(({ bidDiskBytes }) => bidDiskBytes / BID_DISK_BYTES);
  return printGoals([{ what: `disk of a bid : ${BID_DISK_BYTES} bytes`, ratios, atMost: 1 }]);
}

async function endRound(deployment: Deployment): Promise<void> {
  await deployment.dropSockets();
  await pause(EMPTY_MS);
}
