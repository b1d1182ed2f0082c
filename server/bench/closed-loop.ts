import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'hdr-histogram-js';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from '../src/clock.ts';
import type { Database } from '../src/db/database.ts';
import { outageOf } from '../src/db/pg-errors.ts';
import type { Deps } from '../src/deps.ts';
import { Refusal } from '../src/errors.ts';
import { createLanes } from '../src/lanes/create-lanes.ts';
import { createNotices } from '../src/notifications/notices.ts';

const RETRY_MS = 50;

/** The dependencies of a lane, without a server: rooms have no watchers. */
export function laneDeps(db: Database, settings: Record<string, unknown> = {}): Deps {
  const newId = () => uuidv7();
  return {
    db,
    newId,
    randomBytes,
    clock: systemClock,
    lanes: createLanes({ db, clock: systemClock, log: console }),
    notices: createNotices({ newId }),
    settings: { get: (key: string) => settings[key] },
    rooms: { publish() {} },
  } as unknown as Deps;
}

/** Figures of a closed loop, as printMedians prints them. */
export const closedLoopColumns = {
  acceptedPerS: 'accepted/s',
  decidedPerS: 'decided/s',
  p50Ms: 'p50 ms',
  p99Ms: 'p99 ms',
  nodeCpuUs: 'node µs each',
  postgresCpuUs: 'postgres µs each',
};

/**
 * Returns whether the command was accepted. After a refusal because of overload it waits, as a client does: a full lane
 * answers BUSY (A11), and many transactions for one row wait for its lock in vain.
 */
export async function unlessOverloaded(command: Promise<unknown>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    const isOverload = error instanceof Refusal ? error.statusCode === 503 : outageOf(error) !== undefined;
    if (!isOverload) throw error;
    await pause(RETRY_MS);
    return false;
  }
}

export interface Measured {
  acceptedPerS: number;
  decidedPerS: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of this process for each accepted command. */
  nodeCpuUs: number;
  postgresCpuUs: number;
}

export interface Load {
  clients: number;
  durationMs: number;
  /** Returns the CPU time PostgreSQL has used so far. */
  postgresCpuUs: () => number;
  /** Sends one command of this client: true when accepted, false when refused by a rule. Throws on any other error. */
  run: (client: number) => Promise<boolean>;
}

/**
 * Runs a closed loop: every client sends the next command as soon as the last one is answered. The first tenth is
 * warm-up and not counted.
 */
export async function closedLoop({ clients, durationMs, postgresCpuUs, run }: Load): Promise<Measured> {
  const latencies = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  let isCounting = false;
  let isOver = false;
  let accepted = 0;
  let decided = 0;

  const loop = async (client: number) => {
    while (!isOver) {
      const startMs = performance.now();
      const isAccepted = await run(client);
      if (!isCounting || isOver) continue;
      decided += 1;
      if (!isAccepted) continue;
      accepted += 1;
      latencies.recordValue(Math.max(1, Math.round((performance.now() - startMs) * 1000)));
    }
  };
  const loops = Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  // A command that fails ends the measurement at once.
  const wait = (ms: number) => Promise.race([loops, new Promise((resolve) => setTimeout(resolve, ms))]);
  await wait(durationMs / 10);
  isCounting = true;
  const startMs = performance.now();
  const nodeBefore = process.cpuUsage();
  const postgresBefore = postgresCpuUs();
  await wait(durationMs);
  isCounting = false;
  const seconds = (performance.now() - startMs) / 1000;
  const node = process.cpuUsage(nodeBefore);
  const postgres = postgresCpuUs() - postgresBefore;
  isOver = true;
  await loops;
  return {
    acceptedPerS: accepted / seconds,
    decidedPerS: decided / seconds,
    p50Ms: latencies.getValueAtPercentile(50) / 1000,
    p99Ms: latencies.getValueAtPercentile(99) / 1000,
    nodeCpuUs: (node.user + node.system) / accepted,
    postgresCpuUs: postgres / accepted,
  };
}
