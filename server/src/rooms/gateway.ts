import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { ROOM_REMOVED, SESSION_ENDED } from '@copup/shared/room-names.ts';
import type { RoomRemoved } from '@copup/shared/rooms.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Server, Socket } from 'socket.io';
import { Refusal } from '../errors.ts';
import type { Sessions, Viewer } from '../sessions/sessions.ts';
import type { Tokens } from '../sessions/tokens.ts';
import { Connection, type ConnectionHost, connectionOf } from './connection.ts';
import { ackDirectly } from './direct-writes.ts';
import { Heartbeats } from './heartbeats.ts';
import type { Joins } from './joins.ts';
import { Member, memberOf, SocketRegistry } from './member.ts';
import { PendingConnections } from './pending-connections.ts';
import { type SocketEventsOptions, socketEvents } from './socket-events.ts';
import {
  askToMove,
  attachSockets,
  closeSockets,
  findHandshakeError,
  forgetRequest,
} from './socket-server.ts';
import { VISIT_PREFIX, visitorUntil } from './visitor.ts';

/** A mobile carrier has thousands of clients behind one address, all of which may reconnect in one second. */
const MAX_PENDING = { perNetwork: 2_000, total: 10_000, youngMs: 3_000 };

const MOVE_STEP_MS = 50;

/** The number of sockets now and since the start. */
export interface SocketCounts {
  open: number;
  opened: number;
  /** Those of pages that had one before. */
  reopened: number;
  /** Connections closed because the client sent too much. */
  flooded: number;
  /** Connections that have not requested admission yet. */
  pending: number;
}

export interface GatewayOptions extends SocketEventsOptions {
  io: Server;
  joins: Joins;
  sessions: Pick<Sessions, 'authenticate' | 'current' | 'onEnded' | 'onChanged'>;
  tokens: Pick<Tokens, 'verifyVisit'>;
  allowedOrigins: readonly string[];
  /** The client's network, behind trusted proxies. */
  networkOf: (request: IncomingMessage) => string;
}

/** Decides which clients may connect, and ends sockets. */
export class Gateway {
  readonly sockets = new SocketRegistry();
  readonly #options: GatewayOptions;
  readonly #pending = new PendingConnections(MAX_PENDING);
  readonly #heartbeats = new Heartbeats();
  readonly #stopListening: (() => void)[];
  readonly #serveEvents: (socket: Socket) => void;
  readonly #connectionHost: ConnectionHost;
  #isLeaving = false;
  #acceptsNone = false;
  #isBlind = false;
  #closing: Promise<void> | undefined;
  /** No token of a socket expires before this moment. */
  #nextExpiryMs = Number.POSITIVE_INFINITY;
  /** Since the start. */
  readonly #counts = { opened: 0, reopened: 0, flooded: 0 };

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#serveEvents = socketEvents(options);
    this.#connectionHost = {
      nowMs: () => options.clock.monotonicMs(),
      onFlood: () => {
        this.#counts.flooded += 1;
      },
      onAdmitted: (connection) => this.#heartbeats.add(connection),
      onClose: (connection) => {
        this.#pending.delete(connection);
        this.#heartbeats.delete(connection);
        if (connection.member) this.sockets.remove(connection.member);
      },
    };
    options.io.use((socket, next) => {
      const connection = connectionOf(socket.conn);
      // A connection is admitted once. A client that reconnects opens another. From here on the sessions limit how many
      // requests wait, and every refusal closes the connection.
      if (!connection || !this.#pending.delete(connection)) return connection?.cut();
      this.#admit(socket, connection).then(
        () => next(),
        (error: unknown) => {
          next(this.#connectError(error));
          // Socket.IO writes the refusal before the next turn of the event loop.
          setImmediate(() => connection.closeSoon());
        },
      );
    });
    options.io.on('connection', (socket) => this.#serve(socket));
    // Another namespace decides itself who may connect. The product has none; a tool of a developer may add one.
    options.io.on('new_namespace', (namespace) => {
      namespace.on('connection', ({ conn }) => {
        const connection = connectionOf(conn);
        if (connection) this.#pending.delete(connection);
        connection?.admit();
      });
    });
    this.#stopListening = [
      options.sessions.onEnded((sessionId, code) => {
        for (const member of this.sockets.ofSession(sessionId)) end(member, code);
      }),
      options.sessions.onChanged((viewer) => this.#updateViewer(viewer)),
    ];
  }

  /** Whether this server is about to stop. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  counts(): SocketCounts {
    return { ...this.#counts, open: this.sockets.members.size, pending: this.#pending.size };
  }

  /** Returns why a handshake is refused, undefined when it is accepted. */
  refusalOf(request: IncomingMessage): string | undefined {
    if (this.#acceptsNone) return 'leaving';
    if (this.#isBlind) return 'the rooms cannot be read';
    return findHandshakeError(request, this.#options.allowedOrigins);
  }

  attach(server: HttpServer): void {
    attachSockets(this.#options.io, server, (engine, request) =>
      this.#pending.add(new Connection(engine, this.#options.networkOf(request), this.#connectionHost)),
    );
  }

  /** Called once a second: ends sockets whose token has expired, and connections that never requested admission. */
  endExpired(): void {
    const { clock, sessions } = this.#options;
    this.#pending.sweep(clock.monotonicMs(), socketLimits.admissionMs);
    const nowMs = clock.wallMs();
    if (nowMs < this.#nextExpiryMs) return;
    this.#nextExpiryMs = Number.POSITIVE_INFINITY;
    for (const member of this.sockets.members) {
      const { sessionId, expiresAtMs } = member.viewer;
      // The latest known end, as the session may have been renewed.
      const endsAtMs = Math.max(expiresAtMs, sessions.current(sessionId)?.expiresAtMs ?? 0);
      if (endsAtMs <= nowMs) end(member, 'SESSION_ENDED');
      else this.#nextExpiryMs = Math.min(this.#nextExpiryMs, endsAtMs);
    }
  }

  /**
   * Closes every socket and accepts none while the rooms cannot be read: the states that clients show would be old without
   * their knowledge, and another server may read them.
   */
  setBlind(isBlind: boolean): void {
    if (isBlind) for (const member of [...this.sockets.members]) member.drop();
    this.#isBlind = isBlind;
  }

  /**
   * Sends each client the moment to connect to another server, then closes its socket. With a time, in its first third proxies
   * notice that this server leaves; in the second, clients are asked to move; the last is for the slowest of them.
   */
  close(withinMs: number): Promise<void> {
    this.#closing ??= this.#leave(withinMs);
    return this.#closing;
  }

  async #leave(withinMs: number): Promise<void> {
    this.#isLeaving = true;
    const { io } = this.#options;
    const sockets = () => [...this.sockets.members].map(({ socket }) => socket);
    const thirdMs = withinMs / 3;
    if (withinMs > 0) await pause(thirdMs);
    this.#acceptsNone = true;
    if (withinMs > 0) {
      askToMove(sockets(), thirdMs);
      for (let leftMs = 2 * thirdMs; leftMs > 0 && this.sockets.members.size > 0; leftMs -= MOVE_STEP_MS)
        await pause(MOVE_STEP_MS);
    }
    for (const stop of this.#stopListening) stop();
    await closeSockets(io, sockets());
    this.#heartbeats.stop();
  }

  async #admit(socket: Socket, connection: Connection): Promise<void> {
    const { token } = socket.handshake.auth as { token?: unknown };
    const isText = typeof token === 'string' && token.length <= socketLimits.beforeAdmission.tokenLength;
    if (!isText || token === '') throw new Refusal('NOT_SIGNED_IN', 'Please sign in.');
    const { viewer, onlyRoom } = await this.#identify(token);
    if (socket.conn.readyState !== 'open') throw new Refusal('NOT_SIGNED_IN', 'The connection was closed.');
    const member = new Member(socket, viewer, this.#options.clock.monotonicMs(), onlyRoom);
    // From here on the end of the session finds this socket, connected or not yet.
    this.sockets.add(member);
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, viewer.expiresAtMs);
    // For operators' tools on any server: Socket.IO sends it with the list of sockets.
    if (onlyRoom === undefined) socket.data.userId = viewer.userId;
    connection.admit(member);
  }

  async #identify(token: string): Promise<{ viewer: Viewer; onlyRoom?: string }> {
    const { sessions, tokens, clock } = this.#options;
    if (!token.startsWith(VISIT_PREFIX)) return { viewer: await sessions.authenticate(token) };
    const { room, expiresAtMs } = tokens.verifyVisit(token.slice(VISIT_PREFIX.length), clock.wallMs());
    return { viewer: visitorUntil(expiresAtMs), onlyRoom: room };
  }

  #serve(socket: Socket): void {
    this.#counts.opened += 1;
    const member = memberOf(socket);
    if (member && (socket.handshake.auth as { again?: unknown }).again === true) {
      this.#counts.reopened += 1;
      member.reopenedAtMs = this.#options.clock.monotonicMs();
    }
    forgetRequest(socket);
    Object.assign(socket, { ack: ackDirectly });
    this.#serveEvents(socket);
    socket.on('disconnect', closeAfterLeave);
  }

  #connectError(error: unknown): Error {
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) this.#options.onError(error);
    const code: ErrorCode = isRefusal ? error.code : 'UNAVAILABLE';
    const message = isRefusal ? error.message : 'Please try again.';
    return Object.assign(new Error(message), { data: { code, message } });
  }

  /** Applies a new role or realm to the rooms of open sockets at once (S3a). */
  #updateViewer(viewer: Viewer): void {
    for (const member of this.sockets.ofSession(viewer.sessionId)) {
      const { role, realm } = member.viewer;
      member.viewer = viewer;
      if (role !== viewer.role || realm !== viewer.realm) void this.#reauthorize(member);
    }
  }

  async #reauthorize(member: Member): Promise<void> {
    const removed: RoomRemoved = { rooms: await this.#options.joins.reauthorize(member) };
    if (removed.rooms.length > 0 && member.socket.connected) member.socket.emit(ROOM_REMOVED, removed);
  }
}

/** Closes the connection of a client that leaves the namespace. Socket.IO sets `this`. */
function closeAfterLeave(this: Socket, reason: string): void {
  if (reason === 'client namespace disconnect') connectionOf(this.conn)?.closeSoon();
}

function end(member: Member, code: ErrorCode): void {
  const { socket } = member;
  if (!socket.connected) {
    member.drop();
    return;
  }
  socket.emit(SESSION_ENDED, { code, message: 'You were signed out. Please sign in again.' });
  socket.disconnect(true);
}
