import type { Server as HttpServer } from 'node:http';
import type { RoomContent } from '@copup/shared/room-deltas.ts';
import { ROOM_STATE } from '@copup/shared/room-names.ts';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';
import { subscriberReader } from '../client-facts.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { outageOf } from '../db/pg-errors.ts';
import { invariant } from '../errors.ts';
import type { Epochs } from '../restore/epochs.ts';
import type { Sessions, Viewer } from '../sessions/sessions.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { Bus, type RoomMessage } from './bus.ts';
import { connectionOf } from './connection.ts';
import { Delivery } from './delivery.ts';
import { Gateway, type SocketCounts } from './gateway.ts';
import { Joins } from './joins.ts';
import { LaggingMembers } from './lagging-members.ts';
import { type Member, memberOf } from './member.ts';
import { type Counters, DeliveryLatencySamples, type RoomCounters, RoomMetrics } from './metrics.ts';
import { Reconciliation } from './reconciliation.ts';
import { createRoomAdapter, type RoomAdapter } from './room-adapter.ts';
import { RoomChanges } from './room-changes.ts';
import { type Drift, presented, RoomChecks } from './room-checks.ts';
import { RoomFrames } from './room-frames.ts';
import { parseRoomName, type RoomKind } from './room-kind.ts';
import { RoomKinds, stateOf } from './room-kinds.ts';
import { traceBroadcast, traceInvalidation, traceReceived } from './room-spans.ts';
import type { RoomTraces } from './room-traces.ts';
import type { Known, LocalRoom, RoomView } from './room-view.ts';
import type { SocketCommand } from './socket-events.ts';
import { createSocketServer } from './socket-server.ts';
import { Watchers } from './watchers.ts';

const EACH_MS = 1_000;
/** After this many seconds without a successful read of the rooms, watchers have to find another server. */
const MAX_BLIND_S = 3;

export interface RoomsOptions {
  db: Database;
  epochs: Epochs;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  sessions: Pick<Sessions, 'authenticate' | 'current' | 'onEnded' | 'onChanged'>;
  tokens: Pick<Tokens, 'verifyVisit'>;
  settings: { get(key: 'roomUpdatesPerSecond'): number };
  traces: RoomTraces;
  config: Pick<
    Config,
    'redisUrl' | 'redisPrefix' | 'secretsKey' | 'publicUrl' | 'allowedOrigins' | 'trustProxy'
  >;
}

/** The rooms of a server. */
export class Rooms {
  /** Socket.IO's server. Its rooms are those that the sockets have joined, on all servers. */
  readonly io: Server;
  readonly #options: RoomsOptions;
  readonly #kinds: RoomKinds;
  readonly #commands: SocketCommand[] = [];
  readonly #metrics = new RoomMetrics();
  readonly #samples: DeliveryLatencySamples;
  readonly #watchers: Watchers;
  readonly #bus: Bus;
  readonly #adapter: RoomAdapter;
  readonly #delivery: Delivery;
  readonly #reconciliation: Reconciliation;
  readonly #joins: Joins;
  readonly #gateway: Gateway;
  readonly #checks: RoomChecks;
  readonly #lagging = new LaggingMembers();
  readonly #driftListeners: ((drift: Drift) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #lastReads = 0;
  #blindS = 0;
  #isClosed = false;

  constructor(options: RoomsOptions) {
    this.#options = options;
    const { db, epochs, clock, log, sessions, tokens, settings, traces, config } = options;
    const nowMs = () => clock.monotonicMs();
    const onError = (error: unknown) => this.#readFailed(error);
    this.#kinds = new RoomKinds({ epochs, nowMs });
    this.#samples = new DeliveryLatencySamples({ nowMs, onDelivered: this.#delivered.bind(this) });
    this.#watchers = new Watchers({
      nowMs,
      announce: (room, n, isNew) => this.#bus.publish(room, { k: 'w', n, ...(isNew && { h: 1 as const }) }),
      onChange: (room) => this.#delivery.watchersChanged(room),
    });
    this.#bus = new Bus({
      url: config.redisUrl,
      prefix: config.redisPrefix,
      secret: config.secretsKey,
      onMessage: this.#receive.bind(this),
      onForeign: () => log.warn('rooms: messages from Redis without a valid signature are dropped'),
      log,
      // The first run may have started before the resubscription, so a second one follows.
      onResubscribed: () => this.#reconciliation.run().then(() => this.#reconciliation.run()),
    });
    // The views of a room share its channel: their states are published once.
    const adapter = createRoomAdapter(this.#bus, (name) => parseRoomName(name)?.room ?? name);
    this.io = createSocketServer(adapter, (request) => this.#gateway.refusalOf(request));
    this.#adapter = this.io.of('/').adapter as RoomAdapter;
    this.#delivery = new Delivery({
      nowMs,
      defaultIntervalMs: () => 1_000 / settings.get('roomUpdatesPerSecond'),
      size: (name) => this.#adapter.sizeOf(name),
      watchers: (room) => this.#watchers.total(room),
      emit: this.#emit.bind(this),
    });
    const onGone = (localRoom: LocalRoom) => this.#dropMembers(localRoom);
    this.#reconciliation = new Reconciliation({
      delivery: this.#delivery,
      epochs,
      changes: new RoomChanges(db),
      onGone,
      onError,
    });
    this.#joins = new Joins({
      adapter: this.#adapter,
      delivery: this.#delivery,
      kinds: this.#kinds,
      watchers: this.#watchers,
      metrics: this.#metrics,
      traces,
      clock,
      onError,
    });
    this.#gateway = new Gateway({
      io: this.io,
      joins: this.#joins,
      commands: this.#commands,
      sessions,
      tokens,
      allowedOrigins: [config.publicUrl, ...config.allowedOrigins],
      networkOf: subscriberReader(config.trustProxy),
      clock,
      baseOf: (name) => this.#delivery.baseOf(name),
      onDeliveryAck: (member, id) => this.#samples.acknowledge(member.socket.id, id),
      onError,
    });
    this.#checks = new RoomChecks({
      delivery: this.#delivery,
      members: () => this.#gateway.sockets.members,
      snapshot: (room) => this.#kinds.snapshot(room, nowMs()),
      nowMs,
      onDrift: (drift) => {
        for (const listener of this.#driftListeners) listener(drift);
      },
      onError,
    });
    this.#timer = setInterval(() => this.#tick(), EACH_MS).unref();
    void this.#reconciliation.run();
  }

  /** The id of this server, as the others see it. */
  get serverId(): string {
    return this.#bus.serverId;
  }

  define<State>(kind: RoomKind<State>): void {
    this.#kinds.define(kind as RoomKind);
  }

  /** Registers a command of clients. Call it before the first socket connects. */
  defineCommand<Payload, Ack>(command: SocketCommand<Payload, Ack>): void {
    const { event } = command;
    invariant(!this.#commands.some((other) => other.event === event), `event ${event} is defined twice`);
    this.#commands.push(command as SocketCommand);
  }

  /**
   * Publishes a commit of this server: sent to members here at once, to other servers over the bus. Never waits, never
   * throws.
   */
  publish(room: string, version: number, state: unknown): void {
    const epoch = this.#options.epochs.current;
    const committedAtMs = this.#options.clock.wallMs();
    const span = traceBroadcast(room, version);
    this.#noteChanged(room);
    this.#delivery.deliver(room, { epoch, version, state, committedAtMs, span });
    const message = { k: 's' as const, e: epoch, v: version, s: state, t: committedAtMs };
    this.#bus.publish(room, span ? { ...message, c: span.contexts() } : message);
  }

  /** Reads the rooms again for members here after their rows changed, and notifies other servers to do the same. */
  invalidate(rooms: ReadonlySet<string>): void {
    if (this.#isClosed) return;
    const span = traceInvalidation(rooms);
    const c = span?.contexts();
    const rereads: Promise<void>[] = [];
    for (const room of rooms) {
      const [kind = '', id = ''] = room.split(':', 2);
      this.#kinds.get(kind)?.noteExists?.(id);
      this.#noteChanged(room);
      rereads.push(this.#reread(room));
    }
    this.#bus.publishChanged(rooms, c);
    if (span) void Promise.all(rereads).then(() => span.end());
  }

  /**
   * Publishes a state to members on this server only; each server computes its own. The caller chooses the version, in
   * the database's current epoch.
   */
  publishLocally(room: string, version: number, state: unknown): void {
    this.#delivery.deliver(room, { epoch: this.#options.epochs.current, version, state });
  }

  /**
   * Returns the room's state for a call, at most 250 ms old, including this server's commits; undefined when the room
   * does not exist. Needs no query when the room has members here. The caller checks who may see it.
   */
  latest(room: string): { state: unknown } | Promise<{ state: unknown } | undefined> {
    return this.#liveState(room) ?? this.#kinds.snapshot(room);
  }

  /** Returns the number of watchers, 0 for a room without members here. */
  watchersOf(room: string): number {
    return this.#watchers.total(room);
  }

  /** Returns whether this server has members, or joining sockets, of the room. */
  isHeld(room: string): boolean {
    return this.#delivery.localRooms.has(room);
  }

  /** Returns the viewers with a socket in a room of a play on this server, once each; slower views do not count. */
  playing(): Viewer[] {
    const players = new Map<string, Viewer>();
    for (const { room, kind } of this.#delivery.localRooms.values())
      if (kind.isPlay) for (const { viewer } of this.#membersIn(room)) players.set(viewer.userId, viewer);
    return [...players.values()];
  }

  /** Returns the live counters, not a copy. */
  counted(): {
    readonly rooms: ReadonlyMap<string, RoomCounters>;
    /** By kind, since the server started. */
    readonly kinds: ReadonlyMap<string, Counters>;
    readonly sockets: SocketCounts;
  } {
    const { rooms, kinds } = this.#metrics;
    return { rooms, kinds, sockets: this.#gateway.counts() };
  }

  /** Number of sockets of the room here, and of those in its slower views. */
  membersOf(room: string): { members: number; cards: number } {
    const views = this.#delivery.localRooms.get(room)?.views ?? [];
    const members = this.#adapter.sizeOf(room);
    return { members, cards: views.reduce((sum, { size }) => sum + size, -members) };
  }

  /** Returns the statistics of the bus. */
  busStats(): ReturnType<Bus['stats']> {
    return this.#bus.stats();
  }

  /** Calls the listener with each state that is not the one it should be. */
  onDrift(listener: (drift: Drift) => void): void {
    this.#driftListeners.push(listener);
  }

  /** Accepts sockets from now on. */
  attach(server: HttpServer): void {
    this.#gateway.attach(server);
  }

  /** Whether this server is about to stop, so that it should receive no new clients. */
  get isLeaving(): boolean {
    return this.#gateway.isLeaving;
  }

  /**
   * Notifies each socket when to reconnect, then closes it. Commits in the meantime still reach other servers. With a time,
   * clients have it to open their next sockets before.
   */
  leave(withinMs = 0): Promise<void> {
    return this.#gateway.close(withinMs);
  }

  /** Calls `leave` and releases everything else. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.leave();
    this.#watchers.close();
    this.#delivery.stop();
    this.#bus.close();
    await this.#reconciliation.ended();
  }

  #noteChanged(room: string): void {
    this.#joins.noteExists(room);
    this.#kinds.forget(room);
  }

  #tick(): void {
    const { reads } = this.#reconciliation;
    this.#blindS = reads === this.#lastReads ? this.#blindS + 1 : 0;
    this.#lastReads = reads;
    this.#gateway.setBlind(this.#blindS >= MAX_BLIND_S);
    void this.#reconciliation.run();
    this.#watchers.tick();
    this.#gateway.endExpired();
    for (const [member, roomView] of this.#lagging.takeMissed()) this.#sendMissed(member, roomView);
    this.#checks.tick();
  }

  #sendMissed({ socket, hasDeltas }: Member, roomView: RoomView): void {
    const { name, localRoom, base, sent } = roomView;
    if (!sent) return;
    const content = this.#contentOf(roomView, sent, this.#watchers.total(localRoom.room));
    socket.emit(ROOM_STATE, { room: name, ...content, ...(hasDeltas && { base }) });
  }

  #contentOf(roomView: RoomView, known: Known, watchers: number): RoomContent {
    const { epoch, version } = known;
    const serverTime = this.#options.clock.wallMs();
    return { epoch, version, state: presented(roomView, known), watchers, serverTime };
  }

  #receive(room: string, message: RoomMessage, server: string): void {
    if (message.k !== 'w') this.#kinds.forget(room);
    if (message.k === 's') {
      const { e: epoch, v: version, s: state, t: committedAtMs } = message;
      // A state of another epoch is ignored until the database confirms the epoch; reconciliation reads both within a
      // second.
      if (epoch !== this.#options.epochs.current) return;
      const span = traceReceived(room, message);
      this.#delivery.deliver(room, { epoch, version, state, committedAtMs, span });
    } else if (message.k === 't') {
      if (!this.isHeld(room)) return;
      const span = traceReceived(room, message);
      void this.#reread(room).then(() => span?.end());
    } else this.#watchers.receive(room, server, message.n, message.h === 1);
  }

  async #reread(room: string): Promise<void> {
    if (!this.isHeld(room)) return;
    try {
      const found = await this.#kinds.snapshot(room);
      if (found) this.#delivery.deliver(room, stateOf(found));
    } catch (error) {
      this.#readFailed(error);
    }
  }

  /** The known state, while commits of other servers arrive as they happen. */
  #liveState(room: string): Known | undefined {
    const known = this.#delivery.localRooms.get(room)?.known;
    return known?.epoch === this.#options.epochs.current && this.#bus.isLive(room) ? known : undefined;
  }

  /** Sends one frame to each member of a view on this server. */
  #emit(roomView: RoomView, known: Known, watchers: number, isState: boolean): void {
    const { name, localRoom } = roomView;
    const { room, kind } = localRoom;
    const content = this.#contentOf(roomView, known, watchers);
    const { version, serverTime } = content;
    const frames = new RoomFrames(roomView, content, (event) => this.#adapter.encodeEvent(event));
    this.#adapter.writeEach(name, (id, engine) => {
      const connection = connectionOf(engine);
      if (connection && this.#lagging.hold(connection, roomView)) return undefined;
      return frames.for(connection?.member?.hasDeltas === true, this.#samples.take(id, room, kind.kind));
    });
    const { bytes, sockets: messages } = this.#adapter.lastWritten;
    known.span?.add({ 'room.members': messages });
    known.span?.end();
    // A slower view is throttled on purpose, so its delay is not counted as latency.
    const isTimed = isState && name === room && known.committedAtMs !== undefined;
    const commitToEmitMs = isTimed ? serverTime - (known.committedAtMs ?? serverTime) : undefined;
    this.#metrics.emitted(room, kind, { bytes, messages, commitToEmitMs });
    if (kind.hasFigures !== false)
      this.#options.traces.emitted(
        room,
        name !== room,
        version,
        messages === 0 ? 0 : Math.round(bytes / messages),
        messages,
        commitToEmitMs ?? -1,
      );
  }

  #delivered(room: string, kind: string, ms: number): void {
    this.#metrics.deliveryMeasured(room, kind, ms);
    if (this.#kinds.get(kind)?.hasFigures !== false) this.#options.traces.delivered(room, ms);
  }

  *#membersIn(name: string): Generator<Member> {
    for (const id of this.#adapter.rooms.get(name) ?? []) {
      const socket = this.io.sockets.sockets.get(id);
      const member = socket && memberOf(socket);
      if (member) yield member;
    }
  }

  /** Closes the members' sockets: they reconnect, join again and are refused with UNKNOWN_ROOM. */
  #dropMembers({ views }: LocalRoom): void {
    for (const { name } of views) for (const member of this.#membersIn(name)) member.drop();
  }

  #readFailed(error: unknown): void {
    const { log } = this.#options;
    if (outageOf(error)) log.warn({ err: error }, 'rooms: the database is unavailable');
    else log.error({ err: error }, 'rooms: a read failed');
  }
}
