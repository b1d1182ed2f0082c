import type { OpsFound, OpsHistory, OpsPoint, OpsQueue, OpsState } from '@copup/shared/ops.ts';
import { OPS_METRICS_ROOM } from '@copup/shared/room-names.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../lanes/lane-kind.ts';
import type { RedisConnections } from '../redis.ts';
import type { RoomKind } from '../rooms/room-kind.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { singleFlight } from '../single-flight.ts';
import { aggregate, BUSIEST, describeBusiest, type MergedRoom, mergeRooms } from './aggregate.ts';
import { type DescribeRooms, Descriptions } from './descriptions.ts';
import { Exchange } from './exchange.ts';
import { Finder } from './finder.ts';
import { History, mergeHistories } from './history.ts';
import { percentilesOf, type ServerReport } from './report.ts';
import { type CommandLane, Sampler } from './sampler.ts';

const EACH_MS = 1_000;
/** Ticks are not exactly a second apart; a throttle interval of a second would delay every other one. */
const PACE_MS = EACH_MS / 2;
const READ_QUEUES_EVERY_MS = 2_000;
/** In addition to the intended throttle interval between two updates. */
const ALLOWED_MS = 150;

export interface OpsOptions {
  rooms: Pick<Rooms, 'counted' | 'isHeld' | 'publishLocally'>;
  lanes: Pick<Lanes, 'stats'>;
  redis: RedisConnections;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  settings: { get(key: 'roomUpdatesPerSecond'): number };
  newId: () => string;
  readQueues: () => Promise<OpsQueue[]>;
  /** Decides who may watch. */
  isOperator: (viewer: Viewer) => boolean;
  describe: DescribeRooms;
  commandLanes: () => readonly CommandLane[];
}

/**
 * The operators' live figures (O2). Each second this server's sums are added to its history; rooms, other servers, names
 * and queues are read only while an operator watches or searches for a room.
 */
export class Ops {
  readonly roomKinds: { ops: RoomKind<OpsState>; find: RoomKind<OpsFound> };
  readonly #options: OpsOptions;
  readonly #sampler: Sampler;
  readonly #exchange: Exchange;
  readonly #history = new History();
  readonly #descriptions: Descriptions;
  readonly #finder: Finder;
  readonly #ticking = singleFlight(() => this.#tick().catch((error: unknown) => this.#warn(error)));
  #openRooms: MergedRoom[] = [];
  #own: ServerReport;
  #latest: { version: number; state: OpsState } | undefined;
  #queues: OpsQueue[] = [];
  #queuesReadAtMs = Number.NEGATIVE_INFINITY;
  #version = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OpsOptions) {
    this.#options = options;
    const { rooms, redis, clock, isOperator } = options;
    const id = options.newId();
    this.#sampler = new Sampler({ ...options, id });
    this.#exchange = new Exchange(redis, id);
    this.#descriptions = new Descriptions({ ...options, nowMs: () => clock.monotonicMs() });
    this.#finder = new Finder({
      rooms,
      descriptions: this.#descriptions,
      openRooms: () => this.#openRooms,
      prepare: () =>
        this.#descriptions.read(this.#openRooms, true).catch((error: unknown) => this.#warn(error)),
      nextVersion: () => this.#nextVersion(),
      minIntervalMs: PACE_MS,
      isOperator,
    });
    this.#own = this.#sampler.take();
    this.roomKinds = { ops: this.#figuresKind(), find: this.#finder.roomKind };
  }

  async history(): Promise<OpsHistory> {
    return mergeHistories([this.#history.read(), ...(await this.#exchange.histories())]);
  }

  /** Collects the figures every second. */
  start(): void {
    this.#timer = setInterval(() => void this.#ticking.join(), EACH_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #tick(): Promise<void> {
    const { rooms, clock } = this.#options;
    this.#own = this.#sampler.take();
    this.#history.add(pointOf(this.#own, clock.wallMs()));
    const [isWatched, isFinding] = [rooms.isHeld(OPS_METRICS_ROOM), this.#finder.isHeld()];
    const isLookedAt = isWatched || isFinding;
    if (isLookedAt) this.#own = this.#sampler.withRooms(this.#own);
    await this.#exchange.tick(
      isLookedAt,
      () => (isLookedAt ? this.#own : this.#sampler.withRooms(this.#own)),
      () => this.#history.read(),
    );
    this.#openRooms = isLookedAt ? mergeRooms(this.#reports()) : [];
    this.#latest = undefined;
    // Published before the reads for the next second: a slow database must not delay it.
    if (isWatched) {
      const figures = this.#compose();
      rooms.publishLocally(OPS_METRICS_ROOM, figures.version, figures.state);
    }
    if (isFinding) this.#finder.publish();
    if (isWatched) await this.#readQueues();
    const described = isFinding ? this.#openRooms : this.#openRooms.slice(0, BUSIEST);
    if (isLookedAt) await this.#descriptions.read(described, isFinding);
  }

  #reports(): ServerReport[] {
    return [this.#own, ...this.#exchange.others];
  }

  #compose(): { version: number; state: OpsState } {
    const { clock, settings } = this.#options;
    const state: OpsState = {
      at: clock.wallMs(),
      goalMs: Math.round(1_000 / settings.get('roomUpdatesPerSecond')) + ALLOWED_MS,
      isWhole: !this.#exchange.isAway,
      ...aggregate(this.#reports(), this.#openRooms.length),
      rooms: describeBusiest(this.#openRooms, this.#descriptions),
      queues: this.#queues,
    };
    this.#latest = { version: this.#nextVersion(), state };
    return this.#latest;
  }

  #nextVersion(): number {
    this.#version = Math.max(this.#version + 1, this.#options.clock.wallMs());
    return this.#version;
  }

  async #readQueues(): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#queuesReadAtMs < READ_QUEUES_EVERY_MS) return;
    this.#queuesReadAtMs = nowMs;
    this.#queues = await this.#options.readQueues();
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'ops: the figures of this second could not be collected');
  }

  #figuresKind(): RoomKind<OpsState> {
    return {
      kind: 'ops',
      isPlay: false,
      countsWatchers: false,
      hasFigures: false,
      changes: 'published',
      minIntervalMs: PACE_MS,
      authorize: (viewer, id) => this.#options.isOperator(viewer) && `ops:${id}` === OPS_METRICS_ROOM,
      snapshot: async (ids) => new Map(ids.map((id) => [id, this.#latest ?? this.#compose()])),
    };
  }
}

function pointOf(report: ServerReport, atMs: number): OpsPoint {
  const { total, servers } = aggregate([report], 0);
  const { sockets, messages, bytes, commands, commandsRefused, guardStops, reconnects } = servers[0] ?? total;
  const p99 = percentilesOf(report.total.emit)?.p99 ?? null;
  return { at: atMs, sockets, messages, bytes, p99, commands, commandsRefused, guardStops, reconnects };
}
