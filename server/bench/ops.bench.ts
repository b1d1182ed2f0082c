import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findRoom } from '@copup/shared/find-room.ts';
import { OPS_METRICS_ROOM, ROOM_STATE } from '@copup/shared/room-names.ts';
import { figure, median, printGoals, printTable } from '@copup/testkit/report.ts';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import { createOps, type Ops } from '../src/ops/create-ops.ts';
import { connectRedis } from '../src/redis.ts';
import { encodeFrame } from '../src/rooms/broadcaster.ts';
import { RoomMetrics } from '../src/rooms/metrics.ts';
import { readRounds, roundsOption } from './rounds.ts';

const GOAL = 0.02;
const UPDATES = 5;
const AUCTION = { kind: 'auction' };
const MEMBERS = 12;
const looks = ['watched', 'watched, one finds', 'not watched'] as const;
type Look = (typeof looks)[number];
/** The name of every room of the benchmark. */
const FOUND = findRoom('item');
const quiet = { warn: () => {}, info: () => {} };

/** The parts of the work that the figures cause, as shares of one core. */
const parts = ['counting', 'tick', 'reads'] as const;
type Shares = Record<(typeof parts)[number], number>;

/**
 * Measures what the operators' figures cost a server: CPU of one second's work, as a share of one core, with every room
 * busy and a second server that reports as much. Counted are the hot path's counters (frames, joins, delivery-latency
 * samples), the tick with its exchange over Redis, and an operator's reads of a snapshot and of the history. The goal
 * is for their sum while an operator watches, also while one searches for a room.
 */
export async function run(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...roundsOption,
      rooms: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '40' },
    },
  });
  const [rooms, rounds, seconds] = [Number(values.rooms), readRounds(values), Number(values.seconds)];
  const redis = connectRedis({
    url: process.env.REDIS_URL,
    prefix: `bench-ops-${process.pid}`,
    log: quiet,
  });
  for (let waited = 0; redis.commands && !redis.isReady() && waited < 100; waited += 1) await pause(50);
  try {
    const heapBefore = heapInUse();
    const own = new Side(rooms, redis);
    const other = new Side(rooms, redis);
    const shares: Record<Look, Shares[]> = { watched: [], 'watched, one finds': [], 'not watched': [] };
    // The first round of each is warm-up and not counted.
    for (let round = -1; round < rounds; round += 1) {
      for (const is of looks) {
        await own.look(is);
        const measured = await measure(own, other, seconds, is);
        if (round >= 0) shares[is].push(measured);
      }
    }
    const heapOfOne = (heapInUse() - heapBefore) / 2;
    console.log(
      `${rooms} rooms, all busy, on each of two servers${redis.isReady() ? '' : ', without Redis'}.\n`,
    );
    const percent = (share: number) => `${figure(share * 100)} %`;
    printTable(
      ['of one core', ...parts, 'sum', 'sums of the rounds'],
      looks.map((is) => [
        is,
        ...parts.map((part) => percent(median(shares[is].map((each) => each[part])))),
        percent(median(shares[is].map(sumOf))),
        shares[is].map((each) => percent(sumOf(each))).join(' '),
      ]),
    );
    console.log(
      `\nMemory of a server's figures: ${figure(heapOfOne / 1_048_576)} MB, ${figure(heapOfOne / rooms / 1_024)} KB a room.\n`,
    );
    return printGoals(
      (['watched', 'watched, one finds'] as const).map((is) => ({
        what: `CPU of the room figures in all, ${is}, against ${percent(GOAL)} of a core`,
        ratios: shares[is].map((each) => sumOf(each) / GOAL),
        atMost: 1,
      })),
    );
  } finally {
    redis.close();
  }
}

const sumOf = (shares: Shares): number => parts.reduce((sum, part) => sum + shares[part], 0);

/** Measures the CPU of this server's figures over the given seconds. */
async function measure(own: Side, other: Side, seconds: number, is: Look): Promise<Shares> {
  const cpuUs: Shares = { counting: 0, tick: 0, reads: 0 };
  const spend = async (part: keyof Shares, work: () => unknown) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    cpuUs[part] += user + system;
  };
  for (let second = 0; second < seconds; second += 1) {
    await spend('counting', () => own.count());
    other.count();
    await spend('tick', () => own.ops.tick());
    await other.ops.tick();
    if (is !== 'not watched') await spend('reads', () => own.read());
  }
  const share = (us: number) => us / 1_000_000 / seconds;
  return { counting: share(cpuUs.counting), tick: share(cpuUs.tick), reads: share(cpuUs.reads) };
}

/** Returns the bytes in use by JavaScript after a garbage collection. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** A server from the point of view of its figures: rooms that count, and one operator who receives the figures. */
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
        publishLocally: (room, version, state) => encodeFrame(ROOM_STATE, { room, version, state }),
      },
      lanes: { stats: () => [] },
      redis,
      clock: systemClock,
      log: quiet,
      settings: { get: () => 5 },
      newId: uuidv7,
      readQueues: async () => [],
      isOperator: () => true,
      commandLanes: () => [],
      describe: async (_kind, ids) =>
        new Map(ids.map((id) => [id, { name: `Item ${id}`, status: 'active', endsAt: Date.now() }])),
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

  /**
   * Simulates a busy second: frames with their latency, some delivery-latency samples, and members who leave and join.
   */
  count(): void {
    for (const name of this.#names) {
      for (let update = 0; update < UPDATES; update += 1) {
        const commitToEmitMs = (update * 37) % 200;
        this.#metrics.emitted(name, AUCTION, { bytes: 240, messages: MEMBERS, commitToEmitMs });
        this.#metrics.deliveryMeasured(name, 'auction', commitToEmitMs / 4);
      }
      this.#metrics.left(name, AUCTION);
      this.#metrics.joined(name, AUCTION);
    }
  }

  /** Reads what one operator's screen requests. */
  async read(): Promise<void> {
    await this.ops.roomKinds.ops.snapshot([OPS_METRICS_ROOM.slice('ops:'.length)]);
    await this.ops.history();
  }
}
