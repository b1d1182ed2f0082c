import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '@copup/server/clock.ts';
import { type Database, openDatabase } from '@copup/server/db/database.ts';
import { Refusal } from '@copup/server/errors.ts';
import { Epochs } from '@copup/server/restore/epochs.ts';
import type { RoomKind } from '@copup/server/rooms/room-kind.ts';
import { RoomTraces } from '@copup/server/rooms/room-traces.ts';
import { Rooms } from '@copup/server/rooms/rooms.ts';
import type { Sessions, Viewer } from '@copup/server/sessions/sessions.ts';
import { createTokens } from '@copup/server/sessions/tokens.ts';
import type { ErrorCode } from '@copup/shared/errors.ts';
import { ROOM_JOIN, ROOM_STATE, SOCKET_PATH } from '@copup/shared/room-names.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import { io, type Socket } from 'socket.io-client';

export { userRoomKind } from '@copup/server/features/profile/user.room.ts';

/** The key with which all test servers sign their messages to each other. */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 1);
export const ALLOWED_ORIGIN = 'https://copup.example';

/** Sessions without a database: the token itself is the id of the user and of the session. */
export class FakeSessions implements Pick<Sessions, 'authenticate' | 'current' | 'onEnded' | 'onChanged'> {
  readonly #listeners = new Set<(sessionId: string, code: ErrorCode) => void>();
  readonly #changeListeners = new Set<(viewer: Viewer) => void>();
  readonly expiresAtMs = new Map<string, number>();
  readonly roles = new Map<string, Viewer['role']>();

  async authenticate(token: string): Promise<Viewer> {
    if (token.startsWith('bad')) throw new Refusal('NOT_SIGNED_IN', 'Please sign in.');
    const [userId = ''] = token.split('/');
    return {
      userId,
      sessionId: token,
      role: this.roles.get(token) ?? 0,
      operatorRole: this.roles.get(token) === 1 ? 'owner' : null,
      realm: 0,
      username: userId,
      profile: null,
      hasSecondFactor: false,
      suspendedUntilMs: null,
      authenticatedAtMs: 0,
      expiresAtMs: this.expiresAtMs.get(token) ?? Number.MAX_SAFE_INTEGER,
    };
  }

  current(): undefined {}

  onEnded(listener: (sessionId: string, code: ErrorCode) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onChanged(listener: (viewer: Viewer) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  async setRole(token: string, role: Viewer['role']): Promise<void> {
    this.roles.set(token, role);
    const viewer = await this.authenticate(token);
    for (const listener of this.#changeListeners) listener(viewer);
  }

  end(sessionId: string): void {
    for (const listener of this.#listeners) listener(sessionId, 'SESSION_ENDED');
  }
}

export interface RoomServer {
  rooms: Rooms;
  sessions: FakeSessions;
  db: Database;
  url: string;
  http: Server;
  logged: unknown[];
  close(): Promise<void>;
}

/** Starts a server with rooms and no other feature. */
export async function startRoomServer(options: {
  databaseUrl: string;
  redisUrl: string | undefined;
  prefix: string;
  kinds: (db: Database) => RoomKind[];
  updatesPerSecond?: number;
  clock?: Clock;
  trustProxy?: boolean;
}): Promise<RoomServer> {
  const db = openDatabase({ url: options.databaseUrl, poolSize: 4 });
  const sessions = new FakeSessions();
  const logged: unknown[] = [];
  const log = {
    info() {},
    warn: (...line: unknown[]) => logged.push(line),
    error: (...line: unknown[]) => logged.push(line),
  };
  const rooms = new Rooms({
    db,
    epochs: new Epochs({ db, log }),
    clock: options.clock ?? systemClock,
    log: log as never,
    sessions,
    tokens: createTokens(),
    settings: { get: () => options.updatesPerSecond ?? 5 },
    traces: new RoomTraces({ nowMs: () => (options.clock ?? systemClock).monotonicMs(), minutes: () => 15 }),
    config: {
      redisUrl: options.redisUrl,
      redisPrefix: options.prefix,
      secretsKey: TEST_SECRETS_KEY,
      publicUrl: 'http://localhost:3000',
      allowedOrigins: [ALLOWED_ORIGIN],
      trustProxy: options.trustProxy ?? false,
    },
  });
  db.onCommit = (invalidated) => rooms.invalidate(invalidated);
  for (const kind of options.kinds(db)) rooms.define(kind);
  const http = createServer();
  rooms.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    rooms,
    sessions,
    db,
    url: `http://127.0.0.1:${port}`,
    http,
    logged,
    close: () => {
      closed ??= (async () => {
        await rooms.close();
        http.closeAllConnections();
        await new Promise((resolve) => http.close(resolve));
        await db.close();
      })();
      return closed;
    },
  };
}

/** A Socket.IO client that keeps every frame. */
export class RoomClient {
  readonly socket: Socket;
  readonly frames: RoomFrame[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(url: string, token: string | undefined, options: Record<string, unknown> = {}) {
    this.socket = io(url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: token === undefined ? {} : { token },
      ...options,
    });
    this.socket.on(ROOM_STATE, (frame: RoomFrame) => this.keep(frame));
  }

  keep(frame: RoomFrame): void {
    this.frames.push(frame);
    for (const check of this.#waiting) check();
  }

  /** Resolves once connected; rejects with the server's refusal. */
  connected(): Promise<void> {
    if (this.socket.connected) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
    });
  }

  async join(...rooms: string[]): Promise<RoomJoinAck['rooms']> {
    const ack = (await this.socket.timeout(60_000).emitWithAck(ROOM_JOIN, { rooms })) as RoomJoinAck;
    return ack.rooms;
  }

  /** Returns the first frame, past or future, that matches. Rejects after a minute with what came instead. */
  frame(fits: (frame: RoomFrame) => boolean): Promise<RoomFrame> {
    const { promise, resolve, reject } = Promise.withResolvers<RoomFrame>();
    const check = () => {
      const found = this.frames.find(fits);
      if (found) resolve(found);
    };
    const late = () => {
      const state = this.socket.connected ? 'connected' : 'disconnected';
      reject(new Error(`no such frame, ${state}; the last: ${JSON.stringify(this.frames.slice(-6))}`));
    };
    const timer = setTimeout(late, 60_000);
    this.#waiting.add(check);
    check();
    const frame = promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(check);
    });
    // A test may end before, without it.
    frame.catch(() => {});
    return frame;
  }

  version(room: string, version: number): Promise<RoomFrame> {
    return this.frame((frame) => frame.room === room && frame.version >= version);
  }

  event(name: string): Promise<unknown> {
    return new Promise((resolve) => this.socket.once(name, resolve));
  }

  close(): void {
    this.socket.disconnect();
  }
}
