import { writeFileSync } from 'node:fs';
import { ROOM_JOIN, ROOM_STATE, SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import type { WatcherRecord } from '@copup/testkit/checker/judge-watchers.ts';
import { io, type Socket } from 'socket.io-client';

const comeBackMs = 250;
const ackTimeoutMs = 3_000;

/**
 * One browser's worth of attention: a real socket that joins rooms, keeps the highest (epoch, version) of each, and after
 * a lost connection comes back on the next server and joins again. It never asks by REST.
 */
export class Watcher {
  readonly name: string;
  /** How many sockets were opened so far. */
  connections = 0;
  /** How many frames and snapshots came. */
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

  /** Resolves once the condition holds, looked at after each frame; rejects after the given time. */
  async until(condition: (watcher: this) => boolean, timeoutMs: number, what: string): Promise<void> {
    if (condition(this)) return;
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (condition(this)) finish(resolve);
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`${this.name}: no ${what} within ${timeoutMs} ms`))),
        timeoutMs,
      );
      const finish = (end: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        end();
      };
      this.#waiting.add(look);
    });
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
    socket.on('connect_error', () => this.#comeBack(socket, comeBackMs));
    socket.on('disconnect', () => this.#comeBack(socket, comeBackMs));
    socket.on(SERVER_LEAVING, ({ afterMs }: { afterMs: number }) => this.#comeBack(socket, afterMs));
    socket.on(ROOM_STATE, (frame: RoomFrame) => this.#take(frame));
  }

  #comeBack(socket: Socket, afterMs: number): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#socket = undefined;
    socket.disconnect();
    this.#at = (this.#at + 1) % this.#servers.length;
    this.#timer = setTimeout(() => this.#connect(), afterMs);
  }

  /** A room that could not be joined now is the reason for another try, as in the browser. */
  #join(socket: Socket): void {
    const rooms = [...this.#records.keys()];
    socket.timeout(ackTimeoutMs).emit(ROOM_JOIN, { rooms }, (error: Error | null, ack?: RoomJoinAck) => {
      if (socket !== this.#socket) return;
      for (const joined of ack?.rooms ?? []) if (joined.ok) this.#take(joined as RoomFrame);
      if (error || !ack || ack.rooms.some(({ ok }) => !ok)) this.#comeBack(socket, comeBackMs);
    });
  }

  #take(frame: RoomFrame): void {
    const known = this.#records.get(frame.room);
    if (!known) return;
    this.frames += 1;
    if (isNewer(frame, known))
      Object.assign(known, { epoch: frame.epoch, version: frame.version, state: frame.state });
    for (const look of this.#waiting) look();
  }
}

/** The checker's `--watchers` file. */
export function writeWatchers(file: string, watchers: readonly Watcher[]): void {
  const lines = watchers.flatMap(({ records }) => records).map((record) => JSON.stringify(record));
  writeFileSync(file, `${lines.join('\n')}\n`);
}
