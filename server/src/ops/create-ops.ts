import type { OpsHistory, OpsPoint, OpsQueue, OpsState } from '@copup/shared/ops.ts';
import { OPS_METRICS_ROOM } from '@copup/shared/room-names.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Lanes } from '../lanes/lane-kind.ts';
import type { RedisConnections } from '../redis.ts';
import type { Rooms } from '../rooms/create-rooms.ts';
import type { RoomKind } from '../rooms/room-kind.ts';
import { aggregate, type RoomDescription } from './aggregate.ts';
import { Exchange } from './exchange.ts';
import { History, mergeHistories } from './history.ts';
import { percentilesOf, type ServerReport } from './report.ts';
import { Sampler } from './sampler.ts';

const EACH_MS = 1_000;
/** What is read from the database and Redis for those who watch. */
const READ_EVERY_MS = 2_000;
/** On top of the pause between two updates, which is meant. */
const ALLOWED_MS = 150;

/** Rooms of one kind by id, for those that are known. */
export type DescribeRooms = (ids: string[]) => Promise<Map<string, RoomDescription>>;

export interface OpsOptions {
  rooms: Pick<Rooms, 'counted' | 'isHeld' | 'tell'>;
  lanes: Pick<Lanes, 'stats'>;
  redis: RedisConnections;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  settings: { get(key: 'roomUpdatesPerSecond'): number };
  newId: () => string;
  readQueues: () => Promise<OpsQueue[]>;
  /** By kind of room. */
  describe: Readonly<Record<string, DescribeRooms>>;
}

export interface Ops {
  roomKind: RoomKind<OpsState>;
  history(): Promise<OpsHistory>;
  /** The work of one second. Never throws. */
  tick(): Promise<void>;
  /** Ticks each second. */
  start(): void;
  stop(): void;
}

/**
 * The operators' live figures (O2). Each second this server's sums go into its history; rooms, other servers, names and
 * queues are looked at only while an operator watches.
 */
export function createOps(options: OpsOptions): Ops {
  const { rooms, clock, redis } = options;
  const id = options.newId();
  const sampler = new Sampler({ ...options, id });
  const exchange = new Exchange(redis, id);
  const history = new History();
  const descriptions = new Map<string, RoomDescription>();
  let own: ServerReport = sampler.take();
  let latest: { version: number; state: OpsState } | undefined;
  let queues: OpsQueue[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  let version = 0;
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;

  async function tick(): Promise<void> {
    if (isTicking) return;
    isTicking = true;
    try {
      own = sampler.take();
      history.add(pointOf(own, clock.wallMs()));
      const isWatched = rooms.isHeld(OPS_METRICS_ROOM);
      if (isWatched) own = sampler.withRooms(own);
      await exchange.tick(
        isWatched,
        () => (isWatched ? own : sampler.withRooms(own)),
        () => history.read(),
      );
      if (!isWatched) {
        latest = undefined;
        return;
      }
      const { state } = compose();
      // Told before what is read for the next one: a slow database must not hold it up.
      rooms.tell(OPS_METRICS_ROOM, version, state);
      await readForWatchers(state);
    } catch (error) {
      options.log.warn({ err: error }, 'ops: the figures of this second are left out');
    } finally {
      isTicking = false;
    }
  }

  function compose(): { version: number; state: OpsState } {
    const atMs = clock.wallMs();
    const { others } = exchange;
    const { rooms: busiest, ...sums } = aggregate([own, ...(others ?? [])]);
    version = Math.max(version + 1, atMs);
    const state: OpsState = {
      at: atMs,
      goalMs: Math.round(1_000 / options.settings.get('roomUpdatesPerSecond')) + ALLOWED_MS,
      isWhole: redis.commands === undefined || others !== undefined,
      ...sums,
      rooms: busiest.map((room) => ({ ...room, ...descriptions.get(room.room) })),
      queues,
    };
    latest = { version, state };
    return latest;
  }

  async function readForWatchers(state: OpsState): Promise<void> {
    const nowMs = clock.monotonicMs();
    if (nowMs - readAtMs < READ_EVERY_MS) return;
    readAtMs = nowMs;
    queues = await options.readQueues();
    const known: [string, RoomDescription][] = [];
    for (const [kind, describe] of Object.entries(options.describe)) {
      const ids = state.rooms.filter((room) => room.kind === kind).map(({ room }) => idOf(room));
      if (ids.length === 0) continue;
      for (const [roomId, description] of await describe(ids)) known.push([`${kind}:${roomId}`, description]);
    }
    descriptions.clear();
    for (const [room, description] of known) descriptions.set(room, description);
  }

  return {
    roomKind: {
      kind: 'ops',
      countsWatchers: false,
      // Ticks are not exactly a second apart; a pace of a second would hold every other one back.
      minIntervalMs: EACH_MS / 2,
      authorize: (viewer, roomId) => viewer.role === 1 && `ops:${roomId}` === OPS_METRICS_ROOM,
      async snapshot(ids) {
        return new Map(ids.map((roomId) => [roomId, latest ?? compose()]));
      },
      async changed(known) {
        const newer = known.filter((room) => latest !== undefined && latest.version > room.version);
        return new Map(newer.flatMap((room) => (latest ? [[room.id, latest]] : [])));
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

const idOf = (room: string): string => room.slice(room.indexOf(':') + 1);

function pointOf(report: ServerReport, atMs: number): OpsPoint {
  const { total, servers } = aggregate([report]);
  const { sockets, messages, bytes, bids, bidsRefused, guardStops, reconnects } = servers[0] ?? total;
  const p99 = percentilesOf(report.total.emit)?.p99 ?? null;
  return { at: atMs, sockets, messages, bytes, p99, bids, bidsRefused, guardStops, reconnects };
}
