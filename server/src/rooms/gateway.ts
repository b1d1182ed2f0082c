import type { Server as HttpServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@copup/shared/errors.ts';
import {
  ROOM_JOIN,
  ROOM_LEAVE,
  ROOM_SEEN,
  SERVER_LEAVING,
  SESSION_ENDED,
  SOCKET_PATH,
} from '@copup/shared/room-names.ts';
import { RoomJoin } from '@copup/shared/rooms.ts';
import { Server, type Socket } from 'socket.io';
import { Refusal } from '../errors.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type Joins, refused } from './joins.ts';
import { Member } from './member.ts';
import { findHandshakeFault } from './origin.ts';
import { SocketRegistry } from './socket-registry.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;
// A half-open socket is gone 25 seconds after its line was cut.
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 10_000;
const LEAVE_AT_LEAST_MS = 100;
/** Clients of a leaving server come back spread over this time for each of them, at most five seconds. */
const LEAVE_SPREAD_PER_SOCKET_MS = 2;
const LEAVE_SPREAD_AT_MOST_MS = 5_000;

/** How long a leaving server waits for the other ends to close. */
const FAREWELL_MS = 1_000;
const FAREWELL_STEP_MS = 20;

/** A websocket, as far as its end is concerned. */
interface Line {
  readyState: number;
  terminate(): void;
}

/** The part of Engine.IO that its types do not show. */
interface EngineClients {
  clients: Record<string, { transport: { socket: Line } }>;
}

const WEBSOCKET_CLOSED = 3;
const isOpen = ({ readyState }: Line) => readyState !== WEBSOCKET_CLOSED;

export interface GatewayOptions {
  joins: Joins;
  sessions: Pick<Sessions, 'authenticate' | 'current' | 'onEnded'>;
  allowedOrigins: readonly string[];
  nowMs: () => number;
  wallMs: () => number;
  /** A client says that a sampled frame arrived; `id` is whatever it sent. */
  onSeen: (member: Member, id: unknown) => void;
  onError: (error: unknown) => void;
}

/** The only place that touches Socket.IO: who may connect, what a socket may say, and its end. */
export class Gateway {
  readonly sockets = new SocketRegistry();
  readonly #io: Server;
  readonly #options: GatewayOptions;
  readonly #stopListening: () => void;
  #isLeaving = false;
  #opened = 0;
  #reopened = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#io = new Server({
      path: SOCKET_PATH,
      serveClient: false,
      transports: ['websocket'],
      allowUpgrades: false,
      // Compressing costs six times the CPU, and a frame could no longer be encoded once for all.
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      connectTimeout: 10_000,
      allowRequest: (request, callback) => {
        const fault = this.#isLeaving ? 'leaving' : findHandshakeFault(request, options.allowedOrigins);
        callback(fault, fault === undefined);
      },
    });
    this.#io.use((socket, next) => {
      this.#admit(socket).then(
        () => next(),
        (error: unknown) => next(this.#connectError(error)),
      );
    });
    this.#io.on('connection', (socket) => this.#serve(socket));
    this.#stopListening = options.sessions.onEnded((sessionId, code) => this.#endSession(sessionId, code));
  }

  /** Sockets now, and since the start; `reopened` are those of pages that had one before. */
  counts(): { open: number; opened: number; reopened: number } {
    return { open: this.sockets.members.size, opened: this.#opened, reopened: this.#reopened };
  }

  attach(server: HttpServer): void {
    this.#io.attach(server);
  }

  /** Once a second: a token's time may end without anybody ending the session. */
  endExpired(): void {
    const nowMs = this.#options.wallMs();
    for (const [sessionId, members] of this.sockets.sessions()) {
      const current = this.#options.sessions.current(sessionId);
      for (const member of members)
        if (SocketRegistry.expiresAtMs(member, current) <= nowMs) end(member, 'SESSION_ENDED');
    }
  }

  /** Tells each socket when to come back, elsewhere, then closes it. */
  async close(): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#stopListening();
    const members = [...this.sockets.members];
    const spreadMs = Math.min(members.length * LEAVE_SPREAD_PER_SOCKET_MS, LEAVE_SPREAD_AT_MOST_MS);
    for (const { socket } of members)
      socket.emit(SERVER_LEAVING, { afterMs: Math.round(LEAVE_AT_LEAST_MS + Math.random() * spreadMs) });
    // What was just written leaves with this turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    const lines = this.#openLines();
    for (const { socket } of members) socket.disconnect(true);
    await new Promise((resolve) => setImmediate(resolve));
    this.#io.engine?.close();
    for (let waitedMs = 0; waitedMs < FAREWELL_MS && lines.some(isOpen); waitedMs += FAREWELL_STEP_MS)
      await pause(FAREWELL_STEP_MS);
    // A line that is dead says no farewell, and would keep the server open for half a minute.
    for (const line of lines) line.terminate();
  }

  /** Of everybody, signed in or not yet. */
  #openLines(): Line[] {
    const engine = this.#io.engine as unknown as EngineClients | undefined;
    return Object.values(engine?.clients ?? {}).map(({ transport }) => transport.socket);
  }

  async #admit(socket: Socket): Promise<void> {
    const token: unknown = (socket.handshake.auth as { token?: unknown }).token;
    if (typeof token !== 'string' || token === '') throw new Refusal('NOT_SIGNED_IN', 'Please sign in.');
    const viewer = await this.#options.sessions.authenticate(token);
    if (socket.conn.readyState !== 'open') throw new Refusal('NOT_SIGNED_IN', 'The connection was closed.');
    const member = new Member(socket, viewer, this.#options.nowMs);
    // From here on the end of the session finds this socket, connected or not yet.
    this.sockets.add(member);
    socket.data = member;
    socket.conn.once('close', () => {
      this.sockets.remove(member);
      this.#options.joins.leaveAll(member);
    });
  }

  #serve(socket: Socket): void {
    const member = socket.data as Member;
    this.#opened += 1;
    if ((socket.handshake.auth as { again?: unknown }).again === true) this.#reopened += 1;
    forgetHandshake(socket);
    socket.use(([event, payload, answer], next) => {
      if (member.dropIfSlow()) return;
      if (member.takeEvent()) return next();
      if (typeof answer !== 'function') return;
      const [code, message] = ['RATE_LIMITED', 'Too many requests at once.'] as const;
      if (event !== ROOM_JOIN) return answer({ ok: false, code, message });
      answer({ rooms: (namesIn(payload) ?? []).map((name) => refused(name, code, message)) });
    });
    socket.on(ROOM_JOIN, (payload: unknown, answer: unknown) => {
      // The snapshot travels in the acknowledgement; nobody would get it.
      if (typeof answer !== 'function') return;
      const names = namesIn(payload);
      if (!names) return answer({ rooms: [refused('', 'VALIDATION_FAILED', 'Which rooms?')] });
      Promise.all(names.map((name) => this.#options.joins.join(member, name))).then(
        (rooms) => answer({ rooms }),
        this.#options.onError,
      );
    });
    socket.on(ROOM_LEAVE, (payload: unknown, answer: unknown) => {
      for (const name of namesIn(payload) ?? []) this.#options.joins.leave(member, name);
      if (typeof answer === 'function') answer({ ok: true });
    });
    socket.on(ROOM_SEEN, (payload: unknown) => {
      this.#options.onSeen(member, (payload as { seen?: unknown } | null)?.seen);
    });
    // Faults of what a client sends are the client's.
    socket.on('error', () => {});
  }

  #connectError(error: unknown): Error {
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) this.#options.onError(error);
    const code: ErrorCode = isRefusal ? error.code : 'UNAVAILABLE';
    const message = isRefusal ? error.message : 'Please try again.';
    return Object.assign(new Error(message), { data: { code, message } });
  }

  #endSession(sessionId: string, code: ErrorCode): void {
    for (const member of this.sockets.ofSession(sessionId)) end(member, code);
  }
}

/**
 * The request, its headers and the token have served; kept, they would take 2.5 KB for as long as the socket lives. The
 * request is dropped as Socket.IO's page on memory usage advises.
 */
function forgetHandshake(socket: Socket): void {
  (socket.conn as { request: unknown }).request = null;
  socket.handshake.headers = {};
  socket.handshake.auth = {};
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

/** Each name once; undefined for a payload that is none. */
function namesIn(payload: unknown): string[] | undefined {
  const parsed = RoomJoin.safeParse(payload);
  if (!parsed.success) return undefined;
  return 'rooms' in parsed.data ? [...new Set(parsed.data.rooms)] : [parsed.data.room];
}
