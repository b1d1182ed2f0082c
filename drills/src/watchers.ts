import { writeFileSync } from 'node:fs';
import { ROOM_JOIN, ROOM_STATE, SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import type { WatcherRecord } from '@copup/testkit/checker/judge-watchers.ts';
import { io, type Socket } from 'socket.io-client';

const reconnectMs = 250;
const ackTimeoutMs = 3_000;

/**
 * A client like one browser page: a real socket that joins rooms, keeps the highest (epoch, version) of each, and after a
 * lost connection reconnects to the next server and joins again. It never uses REST.
 */
export class Watcher {
  readonly name: string;
  /** Number of sockets opened. */
  connections = 0;
  /** Number of frames and snapshots received. */
  frames = 0;
  readonly #records = new Map<string, WatcherRecord>();
  readonly #servers: readonly string[];
  readonly #token: string;
  readonly #waiting = new Set<() => void>();
  #at: number;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    name: string,
    servers: readonly string[],
    firstServer: number,
    token: string,
    rooms: readonly string[],
  ) {
    this.name = name;
    this.#servers = servers;
    this.#at = firstServer;
    this.#token = token;
    for (const room of rooms)
      this.#records.set(room, { watcher: name, room, epoch: -1, version: -1, state: undefined });
    this.#connect();
  }

  get records(): WatcherRecord[] {
    return [...this.#records.values()];
  }

  stateOf(room: string): unknown {
    return this.#records.get(room)?.state;
  }

  /** Resolves once the condition holds, which is checked after each frame; rejects after the timeout. */
  async until(condition: (watcher: this) => boolean, timeoutMs: number, what: string): Promise<void> {
    if (condition(this)) return;
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (condition(this)) finish(resolve);
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`${this.name}: no ${what} within ${timeoutMs} ms`))),
        timeoutMs,
      );
      const finish = (end: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        end();
      };
      this.#waiting.add(check);
    });
  }

  /** Emits an event. Rejects when it is not acknowledged in time or the socket is not connected. */
  async request(event: string, payload: unknown): Promise<unknown> {
    if (!this.#socket?.connected) throw new Error(`${this.name} is not connected`);
    return this.#socket.timeout(ackTimeoutMs).emitWithAck(event, payload);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.disconnect();
  }

  #connect(): void {
    this.connections += 1;
    const socket = io(this.#servers[this.#at] ?? '', {
      path: SOCKET_PATH,
      transports: ['websocket'],
      auth: { token: this.#token },
      reconnection: false,
      forceNew: true,
    });
    this.#socket = socket;
    socket.on('connect', () => this.#join(socket));
    socket.on('connect_error', () => this.#reconnectLater(socket, reconnectMs));
    socket.on('disconnect', () => this.#reconnectLater(socket, reconnectMs));
    socket.on(SERVER_LEAVING, ({ afterMs }: { afterMs: number }) => this.#reconnectLater(socket, afterMs));
    socket.on(ROOM_STATE, (frame: RoomFrame) => this.#applyFrame(frame));
  }

  #reconnectLater(socket: Socket, afterMs: number): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#socket = undefined;
    socket.disconnect();
    this.#at = (this.#at + 1) % this.#servers.length;
    this.#timer = setTimeout(() => this.#connect(), afterMs);
  }

  /** Joins all rooms. Reconnects if a room could not be joined, like the browser client. */
  #join(socket: Socket): void {
    const rooms = [...this.#records.keys()];
    socket.timeout(ackTimeoutMs).emit(ROOM_JOIN, { rooms }, (error: Error | null, ack?: RoomJoinAck) => {
      if (socket !== this.#socket) return;
      for (const joined of ack?.rooms ?? []) if (joined.ok) this.#applyFrame(joined as RoomFrame);
      if (error || !ack || ack.rooms.some(({ ok }) => !ok)) this.#reconnectLater(socket, reconnectMs);
    });
  }

  #applyFrame(frame: RoomFrame): void {
    const known = this.#records.get(frame.room);
    if (!known) return;
    this.frames += 1;
    if (isNewer(frame, known))
      Object.assign(known, { epoch: frame.epoch, version: frame.version, state: frame.state });
    for (const check of this.#waiting) check();
  }
}

/** Writes the checker's `--watchers` file. */
export function writeWatchers(file: string, watchers: readonly Watcher[]): void {
  const lines = watchers.flatMap(({ records }) => records).map((record) => JSON.stringify(record));
  writeFileSync(file, `${lines.join('\n')}\n`);
}
