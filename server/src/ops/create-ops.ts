import type { OpsFound, OpsHistory, OpsPoint, OpsQueue, OpsState } from '@copup/shared/ops.ts';
import { OPS_METRICS_ROOM } from '@copup/shared/room-names.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../lanes/lane-kind.ts';
import type { RedisConnections } from '../redis.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { RoomKind } from '../rooms/room-kind.ts';
import type { Viewer } from '../sessions/sessions.ts';
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

export interface Ops {
  roomKinds: { ops: RoomKind<OpsState>; find: RoomKind<OpsFound> };
  history(): Promise<OpsHistory>;
  /** Runs the work of one second. Never throws. */
  tick(): Promise<void>;
  /** Starts a tick every second. */
  start(): void;
  stop(): void;
}

/**
 * Creates the operators' live figures (O2). Each second this server's sums are added to its history; rooms, other
 * servers, names and queues are read only while an operator watches or searches for a room.
 */
export function createOps(options: OpsOptions): Ops {
  const { rooms, clock, redis } = options;
  const id = options.newId();
  const sampler = new Sampler({ ...options, id });
  const exchange = new Exchange(redis, id);
  const history = new History();
  const descriptions = new Descriptions({ ...options, nowMs: () => clock.monotonicMs() });
  let openRooms: MergedRoom[] = [];
  const finder = new Finder({
    rooms,
    descriptions,
    openRooms: () => openRooms,
    prepare: () => descriptions.read(openRooms, true).catch(warn),
    nextVersion,
    minIntervalMs: PACE_MS,
    isOperator: options.isOperator,
  });
  let own: ServerReport = sampler.take();
  let latest: { version: number; state: OpsState } | undefined;
  let queues: OpsQueue[] = [];
  let queuesReadAtMs = Number.NEGATIVE_INFINITY;
  let version = 0;
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;

  async function tick(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    try {
      own = sampler.take();
      history.add(pointOf(own, clock.wallMs()));
      const [isWatched, isFinding] = [rooms.isHeld(OPS_METRICS_ROOM), finder.isHeld()];
      const isLookedAt = isWatched || isFinding;
      if (isLookedAt) own = sampler.withRooms(own);
      await exchange.tick(
        isLookedAt,
        () => (isLookedAt ? own : sampler.withRooms(own)),
        () => history.read(),
      );
      openRooms = isLookedAt ? mergeRooms(reports()) : [];
      latest = undefined;
      // Published before the reads for the next second: a slow database must not delay it.
      if (isWatched) {
        const figures = compose();
        rooms.publishLocally(OPS_METRICS_ROOM, figures.version, figures.state);
      }
      if (isFinding) finder.publish();
      if (isWatched) await readQueues();
      if (isLookedAt) await descriptions.read(isFinding ? openRooms : openRooms.slice(0, BUSIEST), isFinding);
    } catch (error) {
      warn(error);
    } finally {
      isTicking = false;
    }
  }

  function reports(): ServerReport[] {
    return [own, ...(exchange.others ?? [])];
  }

  function compose(): { version: number; state: OpsState } {
    const state: OpsState = {
      at: clock.wallMs(),
      goalMs: Math.round(1_000 / options.settings.get('roomUpdatesPerSecond')) + ALLOWED_MS,
      isWhole: redis.commands === undefined || exchange.others !== undefined,
      ...aggregate(reports(), openRooms.length),
      rooms: describeBusiest(openRooms, descriptions),
      queues,
    };
    latest = { version: nextVersion(), state };
    return latest;
  }

  function nextVersion(): number {
    version = Math.max(version + 1, clock.wallMs());
    return version;
  }

  async function readQueues(): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - queuesReadAtMs < READ_QUEUES_EVERY_MS) return;
    queuesReadAtMs = nowMs;
    queues = await options.readQueues();
  }

  function warn(error: unknown): void {
    options.log.warn({ err: error }, 'ops: the figures of this second could not be collected');
  }

  return {
    roomKinds: {
      find: finder.roomKind,
      ops: {
        kind: 'ops',
        isPlay: false,
        countsWatchers: false,
        hasFigures: false,
        minIntervalMs: PACE_MS,
        authorize: (viewer, roomId) => options.isOperator(viewer) && `ops:${roomId}` === OPS_METRICS_ROOM,
        async snapshot(ids) {
          return new Map(ids.map((roomId) => [roomId, latest ?? compose()]));
        },
        async changed(known) {
          const newer = known.filter((room) => latest !== undefined && latest.version > room.version);
          return new Map(newer.flatMap((room) => (latest ? [[room.id, latest]] : [])));
        },
      },
    },
    history: async () => mergeHistories([history.read(), ...(await exchange.histories())]),
    tick,
    start() {
      timer = setInterval(() => void tick(), EACH_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

function pointOf(report: ServerReport, atMs: number): OpsPoint {
  const { total, servers } = aggregate([report], 0);
  const { sockets, messages, bytes, commands, commandsRefused, guardStops, reconnects } = servers[0] ?? total;
  const p99 = percentilesOf(report.total.emit)?.p99 ?? null;
  return { at: atMs, sockets, messages, bytes, p99, commands, commandsRefused, guardStops, reconnects };
}
