import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchOf, type UnitCosts } from '../unit-costs.ts';

/** Round figures, so that tests can state expected results. */
export const sampleCosts: UnitCosts = {
  fanoutNodeUs: 5,
  returnNodeUs: 400,
  socketResidentKb: 20,
  requestNodeUs: 100,
  requestPostgresUs: 100,
  hotAuctionBidsPerS: 10_000,
  serverNodeUs: 10_000,
  serverPostgresUs: 10_000,
  serverRedisUs: 1_000,
  serverResidentMb: 200,
  connectionMb: 8,
  socketNodeUs: 10,
  socketBytes: 1,
  changeNodeUs: 3,
  changePostgresUs: 2,
  joinNodeUs: 400,
  joinPostgresUs: 200,
  joinBytes: 1_000,
  bidNodeUs: 500,
  bidPostgresUs: 1_000,
  bidRedisUs: 100,
  bidWalBytes: 3_000,
  bidDiskBytes: 2_000,
  bidReceivedBytes: 500,
  bidSentBytes: 400,
  requestSentBytes: 1_000,
  walletNodeUs: 200,
  walletBytes: 400,
  updateNodeUs: 50,
  deliveryNodeUs: 10,
  deliveryBytes: 300,
  announcementNodeUs: 10,
  redisPublishUs: 10,
  redisDeliveryUs: 2,
  redisDeliveryBytes: 400,
};

/** Writes the figures in the format of the benchmarks. */
export function writeFigures(folder: string, date: string): void {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, Record<string, unknown>>();
  for (const [name, { bench, figure }] of Object.entries(benchOf)) {
    const value = sampleCosts[name as keyof UnitCosts];
    files.set(bench, { ...files.get(bench), [figure]: { value, unit: 'units', min: value, max: value } });
  }
  for (const [bench, figures] of files)
    writeFileSync(join(folder, `${bench}.json`), JSON.stringify({ bench, date, figures }));
}
