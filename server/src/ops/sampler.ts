import { performance } from 'node:perf_hooks';
import type { ErrorCode } from '@copup/shared/errors.ts';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../lanes/lane-kind.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { ServerReport, Window } from './report.ts';
import { Windows } from './windows.ts';

/** When the rooms were not read for this long, windows start anew. */
const FRESH_MS = 2_500;

/** A lane whose commands are shown to operators as figures. */
export interface CommandLane {
  readonly lane: string;
  /** The refusal code of the price guard: a player does not pay more than the shown price. */
  readonly guard?: ErrorCode;
}

export interface SamplerOptions {
  id: string;
  rooms: Pick<Rooms, 'counted'>;
  lanes: Pick<Lanes, 'stats'>;
  clock: Clock;
  /** Called at each tick. */
  commandLanes: () => readonly CommandLane[];
}

interface Counted {
  reopened: number;
  commands: number;
  commandsRefused: number;
  guardStops: number;
}

/** This server's own figures of its last second: sums at each tick, rooms one by one only on request. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #windows = new Windows();
  readonly #rooms = new Windows();
  #tick = 0;
  #atMs: number;
  #roomsAtMs = Number.NEGATIVE_INFINITY;
  #cpu = process.cpuUsage();
  #loop = performance.eventLoopUtilization();
  #counted: Counted;

  constructor(options: SamplerOptions) {
    this.#options = options;
    this.#atMs = options.clock.monotonicMs();
    this.#counted = this.#count();
  }

  /** Returns the report without rooms. */
  take(): ServerReport {
    const { id, rooms, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    const elapsedMs = Math.max(1, nowMs - this.#atMs);
    this.#atMs = nowMs;
    const cpu = process.cpuUsage(this.#cpu);
    this.#cpu = process.cpuUsage();
    const loop = performance.eventLoopUtilization();
    const before = this.#counted;
    const now = this.#count();
    this.#counted = now;
    const { kinds, sockets } = rooms.counted();
    const total: Window = this.#windows.total(kinds);
    const loopShare = performance.eventLoopUtilization(loop, this.#loop).utilization;
    this.#loop = loop;
    this.#tick += 1;
    return {
      id,
      tick: this.#tick,
      elapsedMs,
      cpu: share((cpu.user + cpu.system) / 1_000 / elapsedMs),
      loop: share(loopShare),
      sockets: sockets.open,
      reopened: now.reopened - before.reopened,
      commands: now.commands - before.commands,
      commandsRefused: now.commandsRefused - before.commandsRefused,
      guardStops: now.guardStops - before.guardStops,
      total,
      rooms: [],
      roomCount: 0,
    };
  }

  /** Adds rooms to the report. The first call after a pause only records their counters. */
  withRooms(report: ServerReport): ServerReport {
    const { rooms } = this.#options.rooms.counted();
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#roomsAtMs > FRESH_MS) this.#rooms.restart(rooms);
    this.#roomsAtMs = nowMs;
    return { ...report, ...this.#rooms.rooms(rooms) };
  }

  #count(): Counted {
    const { reopened } = this.#options.rooms.counted().sockets;
    const counted: Counted = { reopened, commands: 0, commandsRefused: 0, guardStops: 0 };
    const lanes = this.#options.commandLanes();
    for (const { name, accepted, refused } of this.#options.lanes.stats()) {
      const found = lanes.find(({ lane }) => lane === name);
      if (!found) continue;
      counted.commands += accepted;
      for (const count of Object.values(refused)) counted.commandsRefused += count;
      if (found.guard !== undefined) counted.guardStops += refused[found.guard] ?? 0;
    }
    return counted;
  }
}

const share = (value: number): number => Math.round(Math.max(0, value) * 1_000) / 1_000;
