import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { outageOf } from '../db/pg-errors.ts';
import { invariant } from '../errors.ts';
import { subscriberReader } from '../networks.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Sessions, Viewer } from '../sessions/sessions.ts';
import { createBroadcaster } from './broadcaster.ts';
import { Bus, type RoomMessage } from './bus.ts';
import { Delivery } from './delivery.ts';
import { Gateway, type SocketCounts } from './gateway.ts';
import { Joins } from './joins.ts';
import { LatestStates } from './latest-states.ts';
import { type Member, memberOf } from './member.ts';
import { type Counters, DeliveryLatencySamples, type RoomCounters, RoomMetrics } from './metrics.ts';
import { Reconciliation } from './reconciliation.ts';
import { createRoomAdapter, type RoomAdapter } from './room-adapter.ts';
import { parseRoomName, type RoomKind, type RoomMetric, type RoomRecorder } from './room-kind.ts';
import { RoomReads } from './room-reads.ts';
import { traceBroadcast, traceInvalidation, traceReceived } from './room-spans.ts';
import type { LocalRoom } from './room-view.ts';
import type { SocketCommand } from './socket-events.ts';
import { createSocketServer } from './socket-server.ts';
import { Watchers } from './watchers.ts';

const EACH_MS = 1_000;
/** After this many seconds without a successful read of the rooms, watchers have to find another server. */
const MAX_BLIND_S = 3;
const LOG_EVERY_MS = 10_000;

export interface Rooms {
  define<State>(kind: RoomKind<State>): void;
  /** Registers a command of clients. Call it before the first socket connects. */
  defineCommand<Payload, Ack>(command: SocketCommand<Payload, Ack>): void;
  /**
   * Publishes a commit of this server: sent to members here at once, to other servers over the bus. Never waits, never
   * throws.
   */
  publish(room: string, version: number, state: unknown): void;
  /** Reads the rooms again for members here after their rows changed, and notifies other servers to do the same. */
  invalidate(rooms: ReadonlySet<string>): void;
  /**
   * Publishes a state to members on this server only; each server computes its own. The caller chooses the version, in
   * the database's current epoch.
   */
  publishLocally(room: string, version: number, state: unknown): void;
  /**
   * Returns the room's state for a call, at most 250 ms old, including this server's commits; undefined when the room
   * does not exist. Needs no query when the room has members here. The caller checks who may see it.
   */
  latest(room: string): { state: unknown } | Promise<{ state: unknown } | undefined>;
  /** Returns whether this server has members, or joining sockets, of the room. */
  isHeld(room: string): boolean;
  /** Returns the viewers with a socket in a room of a play on this server, once each; slower views do not count. */
  playing(): Viewer[];
  metrics(): RoomMetric[];
  /** Returns the live counters, not a copy. */
  counted(): CountedRooms;
  /** Number of sockets of the room here, and of those in its slower views. */
  membersOf(room: string): { members: number; cards: number };
  /** Socket.IO's server. Its rooms are those that the sockets have joined, on all servers. */
  readonly io: Server;
  /** The id of this server, as the others see it. */
  readonly serverId: string;
  /** Returns the statistics of the bus. */
  busStats(): ReturnType<Bus['stats']>;
  /** Accepts sockets from now on. */
  attach(server: HttpServer): void;
  /** Notifies each socket when to reconnect, then closes it. Commits in the meantime still reach other servers. */
  leave(): Promise<void>;
  /** Calls `leave` and releases everything else. */
  close(): Promise<void>;
}

export interface CountedRooms {
  readonly rooms: ReadonlyMap<string, RoomCounters>;
  /** By kind, since the server started. */
  readonly kinds: ReadonlyMap<string, Counters>;
  readonly sockets: SocketCounts;
}

export interface RoomsOptions {
  epochs: Epochs;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  sessions: Pick<Sessions, 'authenticate' | 'current' | 'onEnded' | 'onChanged'>;
  settings: { get(key: 'roomUpdatesPerSecond'): number };
  traces: RoomRecorder;
  config: Pick<
    Config,
    'redisUrl' | 'redisPrefix' | 'secretsKey' | 'publicUrl' | 'allowedOrigins' | 'trustProxy'
  >;
}

/** Creates the rooms of this server. */
export function createRooms(options: RoomsOptions): Rooms {
  const { epochs, clock, sessions, settings, traces, config } = options;
  const nowMs = () => clock.monotonicMs();
  const kinds = new Map<string, RoomKind>();
  const commands: SocketCommand[] = [];
  const metrics = new RoomMetrics();
  const samples = new DeliveryLatencySamples<string>({
    nowMs,
    onDelivered: (room, kind, ms) => {
      metrics.deliveryMeasured(room, kind, ms);
      if (kinds.get(kind)?.hasFigures !== false) traces.delivered(room, ms);
    },
  });
  let isClosed = false;
  const warn = warnRarely(options.log, nowMs);

  const watchers: Watchers = new Watchers({
    nowMs,
    announce: (room, count, isNew) =>
      bus.publish(room, { k: 'w', n: count, ...(isNew ? { h: 1 as const } : {}) }),
    onChange: (room) => delivery.watchersChanged(room),
  });
  const bus = new Bus({
    url: config.redisUrl,
    prefix: config.redisPrefix,
    secret: config.secretsKey,
    onMessage: receive,
    onForeign: () => warn(undefined, 'rooms: messages from Redis without a valid signature are dropped'),
    log: options.log,
    // The first run may have started before the resubscription, so a second one follows.
    onResubscribed: () => reconciliation.run().then(() => reconciliation.run()),
  });
  // The views of a room share its channel: their states are published once.
  const channelOf = (name: string) => parseRoomName(name)?.room ?? name;
  const io = createSocketServer(createRoomAdapter(bus, channelOf), (request) => gateway.refusalOf(request));
  const adapter = io.of('/').adapter as RoomAdapter;
  const delivery = new Delivery({
    nowMs,
    defaultIntervalMs: () => 1_000 / settings.get('roomUpdatesPerSecond'),
    size: (name) => adapter.rooms.get(name)?.size ?? 0,
    watchers: (room) => watchers.total(room),
    emit: createBroadcaster({ io, adapter, metrics, samples, traces, wallMs: () => clock.wallMs() }),
  });
  const reads = new RoomReads(epochs, delivery);
  const reconciliation = new Reconciliation({ delivery, epochs, onGone: dropMembers, onError: onReadError });
  const latest = new LatestStates({
    live: (room) => {
      const known = delivery.localRooms.get(room)?.known;
      return known?.epoch === epochs.current && bus.isLive(room) ? known : undefined;
    },
    read: (room) => reads.state(room),
    nowMs,
  });
  const joins = new Joins({
    adapter,
    delivery,
    kinds,
    reads,
    watchers,
    metrics,
    traces,
    wallMs: () => clock.wallMs(),
    nowMs,
    onError: onReadError,
  });
  const gateway = new Gateway({
    io,
    joins,
    commands,
    sessions,
    allowedOrigins: [config.publicUrl, ...config.allowedOrigins],
    networkOf: subscriberReader(config.trustProxy),
    nowMs,
    wallMs: () => clock.wallMs(),
    onDeliveryAck: (member, id) => samples.acknowledge(member.socket.id, id),
    onError: onReadError,
  });
  let lastReads = 0;
  let blindS = 0;
  const timer = setInterval(() => {
    blindS = reconciliation.reads === lastReads ? blindS + 1 : 0;
    lastReads = reconciliation.reads;
    gateway.setBlind(blindS >= MAX_BLIND_S);
    void reconciliation.run();
    watchers.tick();
    gateway.endExpired();
  }, EACH_MS);
  timer.unref();
  void reconciliation.run();

  function receive(room: string, message: RoomMessage): void {
    if (message.k === 's') {
      // A state of another epoch is ignored until the database confirms the epoch; reconciliation reads both within a
      // second.
      if (message.e !== epochs.current) return;
      const span = traceReceived(room, message);
      delivery.deliver(room, message.e, message.v, message.s, message.t, span);
    } else if (message.k === 't') {
      const span = traceReceived(room, message);
      void rereadLocally(room).then(() => span?.end());
    } else watchers.receive(room, message.o, message.n, message.h === 1);
  }

  function invalidate(rooms: ReadonlySet<string>): void {
    if (isClosed) return;
    const span = traceInvalidation(rooms);
    const c = span?.contexts();
    const rereads: Promise<void>[] = [];
    for (const room of rooms) {
      const [kind = '', id = ''] = room.split(':', 2);
      kinds.get(kind)?.noteExists?.(id);
      joins.noteExists(room);
      rereads.push(rereadLocally(room));
      bus.publish(room, c ? { k: 't', c } : { k: 't' });
    }
    if (span) void Promise.all(rereads).then(() => span.end());
  }

  async function rereadLocally(room: string): Promise<void> {
    if (delivery.localRooms.has(room)) await reads.reread(room).catch(onReadError);
  }

  function* membersIn(name: string): Generator<Member> {
    for (const id of adapter.rooms.get(name) ?? []) {
      const socket = io.sockets.sockets.get(id);
      const member = socket && memberOf(socket);
      if (member) yield member;
    }
  }

  /** Closes the members' sockets: they reconnect, join again and are refused with UNKNOWN_ROOM. */
  function dropMembers({ views }: LocalRoom): void {
    for (const { name } of views) for (const member of membersIn(name)) member.drop();
  }

  function onReadError(error: unknown): void {
    if (outageOf(error)) warn(error, 'rooms: the database is unavailable');
    else options.log.error({ err: error }, 'rooms: a read failed');
  }

  return {
    define(kind) {
      invariant(!kinds.has(kind.kind), `room kind ${kind.kind} is defined twice`);
      const known = kind as RoomKind;
      kinds.set(kind.kind, known);
      reads.define(known);
    },
    defineCommand(command) {
      invariant(
        !commands.some(({ event }) => event === command.event),
        `event ${command.event} is defined twice`,
      );
      commands.push(command as SocketCommand);
    },
    publish(room, version, state) {
      const committedAtMs = clock.wallMs();
      const span = traceBroadcast(room, version);
      joins.noteExists(room);
      delivery.deliver(room, epochs.current, version, state, committedAtMs, span);
      latest.note(room, { epoch: epochs.current, version, state });
      const message = { k: 's' as const, e: epochs.current, v: version, s: state, t: committedAtMs };
      bus.publish(room, span ? { ...message, c: span.contexts() } : message);
    },
    invalidate,
    publishLocally: (room, version, state) => {
      delivery.deliver(room, epochs.current, version, state);
    },
    latest: (room) => latest.get(room),
    isHeld: (room) => delivery.localRooms.has(room),
    playing: () => {
      const members = [...delivery.playing()].flatMap((name) => [...membersIn(name)]);
      return [...new Map(members.map(({ viewer }) => [viewer.userId, viewer])).values()];
    },
    metrics: () => metrics.read(),
    counted: () => ({ rooms: metrics.rooms, kinds: metrics.kinds, sockets: gateway.counts() }),
    membersOf: (room) => delivery.membersOf(room),
    io,
    serverId: bus.serverId,
    busStats: () => bus.stats(),
    attach: (server) => gateway.attach(server),
    leave: () => gateway.close(),
    async close() {
      clearInterval(timer);
      isClosed = true;
      await gateway.close();
      watchers.close();
      delivery.stop();
      bus.close();
    },
  };
}

/** Logs the same text at most once in ten seconds. */
function warnRarely(log: Pick<Logger, 'warn'>, nowMs: () => number): (error: unknown, text: string) => void {
  const loggedAtMs = new Map<string, number>();
  return (error, text) => {
    const lastMs = loggedAtMs.get(text);
    if (lastMs !== undefined && nowMs() - lastMs < LOG_EVERY_MS) return;
    loggedAtMs.set(text, nowMs());
    log.warn(error === undefined ? {} : { err: error }, text);
  };
}
