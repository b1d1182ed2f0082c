import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findRoom } from '@copup/shared/find-room.ts';
import { OPS_METRICS_ROOM, ROOM_STATE } from '@copup/shared/room-names.ts';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import { createOps, type Ops } from '../src/ops/create-ops.ts';
import { connectRedis } from '../src/redis.ts';
import { encodeFrame } from '../src/rooms/frame.ts';
import { RoomMetrics } from '../src/rooms/metrics.ts';
import { figure, median, printGoals, printTable } from './report.ts';

const GOAL = 0.02;
const UPDATES = 5;
const AUCTION = { kind: 'auction' };
const MEMBERS = 12;
const looks = ['watched', 'watched, one finds', 'not watched'] as const;
type Look = (typeof looks)[number];
/** As every room of the benchmark is called. */
const FOUND = findRoom('item');
const quiet = { warn: () => {}, info: () => {} };

/**
 * What the operators' figures cost a server: CPU of one second's work, as a share of one core, with every room busy and
 * a second server that reports as much. The goal is for the watched side, also while its operator looks for a room.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rooms: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '40' },
    },
  });
  const [rooms, rounds, seconds] = [Number(values.rooms), Number(values.rounds), Number(values.seconds)];
  const redis = connectRedis({
    url: process.env.REDIS_URL,
    prefix: `bench-ops-${process.pid}`,
    log: quiet,
  });
  for (let waited = 0; redis.commands && !redis.isReady() && waited < 100; waited += 1) await pause(50);
  try {
    const own = new Side(rooms, redis);
    const other = new Side(rooms, redis);
    const shares: Record<Look, number[]> = { watched: [], 'watched, one finds': [], 'not watched': [] };
    // The first of each warms up and is not counted.
    for (let round = -1; round < rounds; round += 1) {
      for (const is of looks) {
        await own.look(is);
        const share = await measure(own, other, seconds);
        if (round >= 0) shares[is].push(share);
      }
    }
    console.log(
      `${rooms} rooms, all busy, on each of two servers${redis.isReady() ? '' : ', without Redis'}.\n`,
    );
    const percent = (share: number) => `${figure(share * 100)} %`;
    printTable(
      ['of one core', 'median', 'rounds'],
      looks.map((is) => [is, percent(median(shares[is])), shares[is].map(percent).join(' ')]),
    );
    console.log();
    return printGoals(
      (['watched', 'watched, one finds'] as const).map((is) => ({
        what: `CPU of the room figures, ${is}, against ${percent(GOAL)} of a core`,
        ratios: shares[is].map((share) => share / GOAL),
        atMost: 1,
      })),
    );
  } finally {
    redis.close();
  }
}

/** The share of a core that the own server's figures take: CPU of its work, over the seconds the work is for. */
async function measure(own: Side, other: Side, seconds: number): Promise<number> {
  let cpuUs = 0;
  for (let second = 0; second < seconds; second += 1) {
    own.count();
    other.count();
    const before = process.cpuUsage();
    await own.ops.tick();
    const { user, system } = process.cpuUsage(before);
    cpuUs += user + system;
    await other.ops.tick();
  }
  return cpuUs / 1_000_000 / seconds;
}

/** A server as its figures see it: rooms that count, and one operator who is told. */
class Side {
  readonly ops: Ops;
  readonly #metrics = new RoomMetrics();
  readonly #names: string[];
  readonly #held = new Set<string>();

  constructor(rooms: number, redis: ReturnType<typeof connectRedis>) {
    this.#names = Array.from({ length: rooms }, (_, at) => `auction:${1_000 + at}`);
    for (const name of this.#names)
      for (let member = 0; member < MEMBERS; member += 1) this.#metrics.joined(name, AUCTION);
    const { rooms: byName, kinds } = this.#metrics;
    this.ops = createOps({
      rooms: {
        counted: () => ({
          rooms: byName,
          kinds,
          sockets: { open: rooms * MEMBERS, opened: 0, reopened: 0, pending: 0, flooded: 0 },
        }),
        isHeld: (room) => this.#held.has(room),
        tell: (room, version, state) => encodeFrame(ROOM_STATE, { room, version, state }),
      },
      lanes: { stats: () => [] },
      redis,
      clock: systemClock,
      log: quiet,
      settings: { get: () => 5 },
      newId: uuidv7,
      readQueues: async () => [],
      isOperator: () => true,
      describe: {
        auction: async (ids) =>
          new Map(ids.map((id) => [id, { name: `Item ${id}`, status: 'active', endsAt: Date.now() }])),
      },
    });
  }

  async look(is: Look): Promise<void> {
    this.#held.clear();
    if (is === 'not watched') return;
    this.#held.add(OPS_METRICS_ROOM);
    if (is === 'watched') return;
    this.#held.add(FOUND);
    await this.ops.roomKinds.find.snapshot([FOUND.slice('find:'.length)]);
  }

  /** A busy second. */
  count(): void {
    for (const name of this.#names) {
      for (let update = 0; update < UPDATES; update += 1) {
        const commitToEmitMs = Math.random() * 200;
        this.#metrics.emitted(name, AUCTION, { bytes: 240, messages: MEMBERS, commitToEmitMs });
      }
    }
  }
}
