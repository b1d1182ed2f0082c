import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forPeople } from '../toolchain.mjs';

/** Older figures are refused, because the code has changed since. */
const MAX_AGE_DAYS = 180;
const DAY_MS = 86_400_000;

/** Every unit cost of the model and the benchmark that measures it. CPU in microseconds of one core. */
export const benchOf = {
  /** Per delivery to one socket of a room with thousands of them on the server. */
  fanoutNodeUs: { bench: 'fanout', figure: 'deliveryNodeUs' },
  /** Per socket that reconnects in a storm. */
  returnNodeUs: { bench: 'storm', figure: 'returnNodeUs' },
  socketResidentKb: { bench: 'memory', figure: 'socketResidentKb' },
  requestNodeUs: { bench: 'requests', figure: 'requestNodeUs' },
  requestPostgresUs: { bench: 'requests', figure: 'requestPostgresUs' },
  hotAuctionBidsPerS: { bench: 'bids', figure: 'hotAuctionBidsPerS' },
  /** Of a server without sockets, per second. */
  serverNodeUs: { bench: 'footprint', figure: 'serverNodeUs' },
  serverPostgresUs: { bench: 'footprint', figure: 'serverPostgresUs' },
  serverRedisUs: { bench: 'footprint', figure: 'serverRedisUs' },
  serverResidentMb: { bench: 'footprint', figure: 'serverResidentMb' },
  connectionMb: { bench: 'footprint', figure: 'connectionMb' },
  /** Of an idle socket in three rooms, per second. */
  socketNodeUs: { bench: 'idle', figure: 'socketNodeUs' },
  socketBytes: { bench: 'footprint', figure: 'socketBytes' },
  /** Of the reconciliation with PostgreSQL, per change for each server that reads it. */
  changeNodeUs: { bench: 'idle', figure: 'changeNodeUs' },
  changePostgresUs: { bench: 'idle', figure: 'changePostgresUs' },
  joinNodeUs: { bench: 'footprint', figure: 'joinNodeUs' },
  joinPostgresUs: { bench: 'footprint', figure: 'joinPostgresUs' },
  joinBytes: { bench: 'footprint', figure: 'joinBytes' },
  bidNodeUs: { bench: 'footprint', figure: 'bidNodeUs' },
  /** Including the reads of both users' wallets. */
  bidPostgresUs: { bench: 'footprint', figure: 'bidPostgresUs' },
  bidRedisUs: { bench: 'footprint', figure: 'bidRedisUs' },
  bidWalBytes: { bench: 'footprint', figure: 'bidWalBytes' },
  bidDiskBytes: { bench: 'footprint', figure: 'bidDiskBytes' },
  bidReceivedBytes: { bench: 'footprint', figure: 'bidReceivedBytes' },
  bidSentBytes: { bench: 'footprint', figure: 'bidSentBytes' },
  requestSentBytes: { bench: 'footprint', figure: 'requestSentBytes' },
  /** Of the user rooms of the bidder and the outbid user, per bid, on the servers with their sockets. */
  walletNodeUs: { bench: 'footprint', figure: 'walletNodeUs' },
  walletBytes: { bench: 'footprint', figure: 'walletBytes' },
  /** Of an update of an auction's room on each server that holds it, without deliveries. */
  updateNodeUs: { bench: 'footprint', figure: 'updateNodeUs' },
  /** Per delivery to one socket of a small room. */
  deliveryNodeUs: { bench: 'footprint', figure: 'deliveryNodeUs' },
  deliveryBytes: { bench: 'footprint', figure: 'deliveryBytes' },
  /** Per message about watchers that a server receives. */
  announcementNodeUs: { bench: 'footprint', figure: 'announcementNodeUs' },
  redisPublishUs: { bench: 'footprint', figure: 'redisPublishUs' },
  redisDeliveryUs: { bench: 'footprint', figure: 'redisDeliveryUs' },
  redisDeliveryBytes: { bench: 'footprint', figure: 'redisDeliveryBytes' },
} as const;

export type UnitCostName = keyof typeof benchOf;
export type UnitCosts = Readonly<Record<UnitCostName, number>>;

/** The origin of a unit cost. */
export interface Source {
  name: UnitCostName;
  value: number;
  unit: string;
  min: number;
  max: number;
  file: string;
  date: string;
}

interface FigureFile {
  date: string;
  figures: Record<string, { value: number; unit: string; min: number; max: number }>;
}

/** Reads every unit cost. Throws one error that lists each benchmark whose figures are missing, invalid or old. */
export function readUnitCosts(folder: string, todayMs: number): { costs: UnitCosts; sources: Source[] } {
  const files = new Map<string, FigureFile | undefined>();
  const problems = new Map<string, string>();
  const sources: Source[] = [];
  for (const [name, { bench, figure }] of Object.entries(benchOf)) {
    if (!files.has(bench)) files.set(bench, readFigureFile(join(folder, `${bench}.json`)));
    const file = files.get(bench);
    const found = file?.figures?.[figure];
    const ageDays = (todayMs - Date.parse(file?.date ?? '')) / DAY_MS;
    if (!file) problems.set(bench, 'is missing or unreadable');
    else if (!(ageDays <= MAX_AGE_DAYS)) problems.set(bench, `is older than ${MAX_AGE_DAYS} days`);
    else if (!found || !Number.isFinite(found.value) || found.value < 0)
      problems.set(bench, `has no usable ${figure}`);
    else sources.push({ name: name as UnitCostName, ...found, file: `${bench}.json`, date: file.date });
  }
  if (problems.size > 0) {
    const lines = [...problems].map(
      ([bench, problem]) => `- ${bench}.json ${problem}: run npm run bench -- ${bench}`,
    );
    throw forPeople(`Unit costs are missing in ${folder}:\n${lines.join('\n')}`);
  }
  const costs = Object.fromEntries(sources.map(({ name, value }) => [name, value])) as UnitCosts;
  return { costs, sources };
}

function readFigureFile(path: string): FigureFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as FigureFile;
  } catch {
    return undefined;
  }
}
