import type { Server as HttpServer } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { outageOf } from '../db/pg-errors.ts';
import { invariant } from '../errors.ts';
import { subscriberReader } from '../networks.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createBroadcaster } from './broadcaster.ts';
import { Bus, type BusMessage } from './bus.ts';
import { Delivery } from './delivery.ts';
import { Gateway, type SocketCounts } from './gateway.ts';
import { Heal } from './heal.ts';
import { Joins } from './joins.ts';
import { LatestStates } from './latest-states.ts';
import type { Member } from './member.ts';
import { type Counters, type RoomCounters, RoomMetrics } from './metrics.ts';
import type { Door } from './outlet.ts';
import type { RoomKind, RoomMetric } from './room-kind.ts';
import { RoomReads } from './room-reads.ts';
import { SeenSamples } from './seen-samples.ts';
import type { SocketCommand } from './socket-commands.ts';
import { Watchers } from './watchers.ts';

const EACH_MS = 1_000;
const LOG_EVERY_MS = 10_000;

export interface Rooms {
  define<State>(kind: RoomKind<State>): void;
  /** Serves a command of clients. Define it before the first socket connects. */
  defineCommand<Payload, Ack>(command: SocketCommand<Payload, Ack>): void;
  /** An own commit: members here hear of it at once, other servers over the bus. Never waits, never throws. */
  publish(room: string, version: number, state: unknown): void;
  /** The room's rows changed: read again for members here, and other servers are told to do the same. */
  touch(room: string): void;
  /**
   * The room's state for members here only; other servers make their own. The version is the caller's, in the
   * database's present epoch.
   */
  tell(room: string, version: number, state: unknown): void;
  /**
   * The room's state for a call, at most 250 ms old, own commits included; undefined when the room does not exist. Needs
   * no query where the room has members here. Who may see it is for the caller to check.
   */
  latest(room: string): { state: unknown } | Promise<{ state: unknown } | undefined>;
  /** Whether this server has members, or joiners, of the room. */
  isHeld(room: string): boolean;
  metrics(): RoomMetric[];
  /** The counters themselves, which go on counting. */
  counted(): CountedRooms;
  /** What the bus knows of itself. */
  busStats(): ReturnType<Bus['stats']>;
  /** Sockets connect from now on. */
  attach(server: HttpServer): void;
  /** Tells the sockets to come back elsewhere and closes them. What is committed meanwhile still reaches other servers. */
  leave(): Promise<void>;
  /** Leaves, and ends the rest. */
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
  config: Pick<
    Config,
    'redisUrl' | 'redisPrefix' | 'secretsKey' | 'publicUrl' | 'allowedOrigins' | 'trustProxy'
  >;
}

/** Builds the rooms of this server. */
export function createRooms(options: RoomsOptions): Rooms {
  const { epochs, clock, sessions, settings, config } = options;
  const nowMs = () => clock.monotonicMs();
  const kinds = new Map<string, RoomKind>();
  const commands: SocketCommand[] = [];
  const metrics = new RoomMetrics();
  const samples = new SeenSamples<Member>({ nowMs, onSeen: (...seen) => metrics.seen(...seen) });
  let isClosed = false;
  const warn = quietly(options.log, nowMs);

  const watchers: Watchers = new Watchers({
    nowMs,
    announce: (room, count, isNew) =>
      bus.publish(room, { k: 'w', n: count, ...(isNew ? { h: 1 as const } : {}) }),
    onChange: (room) => delivery.watchersChanged(room),
  });
  const delivery = new Delivery<Member>({
    nowMs,
    defaultIntervalMs: () => 1_000 / settings.get('roomUpdatesPerSecond'),
    watchers: (room) => watchers.total(room),
    emit: createBroadcaster({ metrics, samples, wallMs: () => clock.wallMs() }),
  });
  const reads = new RoomReads({ epochs, delivery });
  const bus = new Bus({
    url: config.redisUrl,
    prefix: config.redisPrefix,
    secret: config.secretsKey,
    onMessage: receive,
    onForeign: () => warn(undefined, 'rooms: messages over Redis without our signature are dropped'),
    log: options.log,
    // The first may have been under way before.
    onResubscribed: () => heal.run().then(() => heal.run()),
  });
  const heal = new Heal({ delivery, epochs, onGone: dropMembers, onError: onReadError });
  const latest = new LatestStates({
    live: (room) => {
      const known = delivery.doors.get(room)?.known;
      return known?.epoch === epochs.current && bus.isLive(room) ? known : undefined;
    },
    read: (room) => reads.state(room),
    nowMs,
  });
  const joins = new Joins({
    delivery,
    kinds,
    readSnapshot: (kind, id) => reads.snapshot(kind, id),
    subscribe: (room) => bus.subscribe(room),
    unsubscribe: (room) => bus.unsubscribe(room),
    watchers,
    metrics,
    wallMs: () => clock.wallMs(),
    nowMs,
    onError: onReadError,
  });
  const gateway = new Gateway({
    joins,
    commands,
    sessions,
    allowedOrigins: [config.publicUrl, ...config.allowedOrigins],
    networkOf: subscriberReader(config.trustProxy),
    nowMs,
    wallMs: () => clock.wallMs(),
    onSeen: (member, id) => samples.answered(member, id),
    onError: onReadError,
  });
  const timer = setInterval(() => {
    void heal.run();
    watchers.tick();
    gateway.endExpired();
  }, EACH_MS);
  timer.unref();
  void heal.run();

  function receive(room: string, message: BusMessage): void {
    if (message.k === 's') {
      // Of another epoch nothing is taken before the database confirms it; the heal reads both within a second.
      if (message.e !== epochs.current) return;
      delivery.deliver(room, message.e, message.v, message.s, message.t);
    } else if (message.k === 't') reread(room);
    else watchers.heard(room, message.o, message.n, message.h === 1);
  }

  function touch(room: string): void {
    if (isClosed) return;
    const [kind = '', id = ''] = room.split(':', 2);
    kinds.get(kind)?.noteExists?.(id);
    joins.noteExists(room);
    reread(room);
    bus.publish(room, { k: 't' });
  }

  function reread(room: string): void {
    const door = delivery.doors.get(room);
    if (door) reads.reread(door).catch(onReadError);
  }

  /** They come back, ask for the room and are told that it does not exist. */
  function dropMembers(door: Door<Member>): void {
    for (const outlet of door.outlets) for (const member of outlet.members) member.drop();
  }

  function onReadError(error: unknown): void {
    if (outageOf(error)) warn(error, 'rooms: the database is away');
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
      joins.noteExists(room);
      delivery.deliver(room, epochs.current, version, state, committedAtMs);
      latest.note(room, { epoch: epochs.current, version, state });
      bus.publish(room, { k: 's', e: epochs.current, v: version, s: state, t: committedAtMs });
    },
    touch,
    tell: (room, version, state) => {
      delivery.deliver(room, epochs.current, version, state);
    },
    latest: (room) => latest.get(room),
    isHeld: (room) => delivery.doors.has(room),
    metrics: () => metrics.read(),
    counted: () => ({ rooms: metrics.rooms, kinds: metrics.kinds, sockets: gateway.counts() }),
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

/** A fault that lasts is worth a line every ten seconds, not every second. */
function quietly(log: Pick<Logger, 'warn'>, nowMs: () => number): (error: unknown, text: string) => void {
  const saidAtMs = new Map<string, number>();
  return (error, text) => {
    const lastMs = saidAtMs.get(text);
    if (lastMs !== undefined && nowMs() - lastMs < LOG_EVERY_MS) return;
    saidAtMs.set(text, nowMs());
    log.warn(error === undefined ? {} : { err: error }, text);
  };
}
