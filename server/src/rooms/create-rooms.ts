import type { Server as HttpServer } from 'node:http';
import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { BatchReads } from '../concurrency/batch-reads.ts';
import type { Config } from '../config.ts';
import { outageOf } from '../db/pg-errors.ts';
import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { Bus } from './bus.ts';
import type { BusMessage } from './bus-message.ts';
import { networkReader } from './client-network.ts';
import { Delivery } from './delivery.ts';
import { encodeFrame } from './frame.ts';
import { Gateway, type SocketCounts } from './gateway.ts';
import { Heal, knownVersion } from './heal.ts';
import { type EpochSnapshot, Joins } from './joins.ts';
import { LatestStates } from './latest-states.ts';
import type { Member } from './member.ts';
import { type Counters, type RoomCounters, RoomMetrics } from './metrics.ts';
import type { Door, Known, Outlet } from './outlet.ts';
import { parseRoomName, type RoomKind, type RoomMetric } from './room-kind.ts';
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
  const snapshots = new Map<RoomKind, BatchReads<EpochSnapshot>>();
  const rereads = new Map<RoomKind, BatchReads<void>>();
  const states = new Map<RoomKind, BatchReads<Known>>();
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
    emit,
  });
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
    read: (room) => {
      const address = parseRoomName(room);
      const kind = address && kinds.get(address.kind);
      invariant(kind, `a room's name: ${room}`);
      return readsOf(states, kind).get(address.id);
    },
    nowMs,
  });
  const joins = new Joins({
    delivery,
    kinds,
    readSnapshot: async (kind, id) => readsOf(snapshots, kind).get(id),
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
    networkOf: networkReader(config.trustProxy),
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

  /** One frame, encoded once, to each member. */
  function emit(outlet: Outlet<Member>, known: Known, watching: number, isState: boolean): void {
    const { door, name } = outlet;
    const serverTime = clock.wallMs();
    const { version, state } = known;
    const payload = {
      room: name,
      epoch: known.epoch,
      version,
      state,
      watchers: watching,
      serverTime,
    };
    const frame = encodeFrame(ROOM_STATE, payload);
    let messages = 0;
    for (const member of outlet.members) {
      const seen = samples.take(member, door.room, door.kind.kind);
      if (member.write(seen === undefined ? frame : encodeFrame(ROOM_STATE, { ...payload, seen })))
        messages += 1;
    }
    // A slower view waits on purpose, which says nothing about the server.
    const isTimed = isState && name === door.room && known.committedAtMs !== undefined;
    const commitToEmitMs = isTimed ? serverTime - (known.committedAtMs ?? serverTime) : undefined;
    metrics.emitted(door.room, door.kind, { bytes: frame.bytes.length, messages, commitToEmitMs });
  }

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
    if (!door) return;
    readsOf(rereads, door.kind).get(door.id).catch(onReadError);
  }

  function readsOf<Value>(reads: Map<RoomKind, BatchReads<Value>>, kind: RoomKind): BatchReads<Value> {
    const found = reads.get(kind);
    invariant(found, `reads of the kind ${kind.kind}`);
    return found;
  }

  async function readSnapshots(kind: RoomKind, ids: string[]): Promise<Map<string, EpochSnapshot>> {
    // Read before the rows: should the database change in between, the state counts as older than it is.
    const readIn = epochs.current || (await epochs.refresh());
    const found = await kind.snapshot(ids);
    return new Map([...found].map(([id, snapshot]) => [id, { ...snapshot, epoch: readIn }]));
  }

  async function readStates(kind: RoomKind, ids: string[]): Promise<Map<string, Known>> {
    const epoch = epochs.current || (await epochs.refresh());
    const found = await kind.changed(ids.map((id) => ({ id, version: -1 })));
    return new Map([...found].map(([id, { version, state }]) => [id, { epoch, version, state }]));
  }

  async function readChanged(kind: RoomKind, ids: string[]): Promise<Map<string, void>> {
    const readIn = epochs.current || (await epochs.refresh());
    const known = ids.map((id) => {
      const door = delivery.doors.get(nameOf(kind, id));
      return { id, version: door ? knownVersion(door, readIn) : -1 };
    });
    for (const [id, { version, state }] of await kind.changed(known))
      delivery.deliver(nameOf(kind, id), readIn, version, state, undefined);
    return new Map();
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
      snapshots.set(known, new BatchReads((ids) => readSnapshots(known, ids)));
      rereads.set(known, new BatchReads((ids) => readChanged(known, ids)));
      states.set(known, new BatchReads((ids) => readStates(known, ids)));
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

function nameOf(kind: RoomKind, id: string): string {
  return id === '' ? kind.kind : `${kind.kind}:${id}`;
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
