import { ROOM_JOIN, ROOM_STATE, SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { isNewer } from '@copup/shared/room-order.ts';
import type { RoomFrame, RoomJoinAck } from '@copup/shared/rooms.ts';
import type { WatcherRecord } from '@copup/testkit/checker/judge-watchers.ts';

/** Options of a socket that joins one room. */
export interface LeanSocketOptions {
  name: string;
  server: string;
  token: string;
  room: string;
  /** Delay before it reconnects; without it the socket does not reconnect. */
  reconnectMs?: () => number;
}

/**
 * A minimal Socket.IO client on Node's WebSocket, for crowds: it needs a hundredth of the resources of the full client.
 * It joins one room, keeps the highest (epoch, version), moves to another server when its own leaves, and reconnects when it is dropped.
 */
export class LeanSocket {
  readonly record: WatcherRecord;
  connections = 0;
  /** Whether the room was joined on the current connection. */
  isJoined = false;
  /** The number of watchers in the last frame. */
  watchers = 0;
  /** The longest time between two new states, and how often it was not joined on any connection, since `begin`. */
  longestGapMs = 0;
  notLive = 0;
  /** The longest time from a connection to the state of the room, since `begin`. */
  longestJoinMs = 0;
  #newAtMs = performance.now();
  readonly #options: LeanSocketOptions;
  #socket: WebSocket | undefined;
  /** Of the server that leaves, until this one has joined. */
  #previous: WebSocket | undefined;
  #isJoinedOn: WebSocket | undefined;
  #isClosed = false;

  constructor(options: LeanSocketOptions) {
    const { name, room } = options;
    this.#options = options;
    this.record = { watcher: name, room, epoch: -1, version: -1, state: undefined };
    this.#connect();
  }

  get records(): WatcherRecord[] {
    return [this.record];
  }

  /** Measures from now on. */
  begin(): void {
    this.longestGapMs = 0;
    this.notLive = 0;
    this.longestJoinMs = 0;
    this.#newAtMs = performance.now();
  }

  close(): void {
    this.#isClosed = true;
    this.#previous?.close();
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.connections += 1;
    const address = `${this.#options.server.replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    let openAtMs = 0;
    socket.addEventListener('open', () => {
      openAtMs = performance.now();
    });
    socket.addEventListener('message', ({ data }) => {
      const wasJoined = this.#isJoinedOn === socket;
      this.#read(socket, String(data));
      if (!wasJoined && this.#isJoinedOn === socket)
        this.longestJoinMs = Math.max(this.longestJoinMs, performance.now() - openAtMs);
    });
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', () => {
      if (socket === this.#previous) this.#previous = undefined;
      else if (socket === this.#socket) this.#socket = undefined;
      else return;
      const isServed = this.#previous !== undefined || (this.#socket && this.#isJoinedOn === this.#socket);
      if (isServed) return this.#reconnect();
      if (this.isJoined) this.notLive += 1;
      this.isJoined = false;
      this.#reconnect();
    });
  }

  #reconnect(): void {
    const { reconnectMs } = this.#options;
    if (reconnectMs && !this.#isClosed && !this.#socket) setTimeout(() => this.#connect(), reconnectMs());
  }

  #move(socket: WebSocket, afterMs: number): void {
    if (socket !== this.#socket) return;
    setTimeout(() => {
      if (socket !== this.#socket) return;
      this.#previous = socket;
      this.#connect();
    }, afterMs);
  }

  #read(socket: WebSocket, packet: string): void {
    const { token, room } = this.#options;
    if (packet === '2') socket.send('3');
    else if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
    else if (packet.startsWith('40')) socket.send(`420${JSON.stringify([ROOM_JOIN, { rooms: [room] }])}`);
    else if (packet.startsWith('44')) socket.close();
    else if (packet.startsWith('430')) {
      const [ack] = JSON.parse(packet.slice(3)) as [RoomJoinAck];
      const [joined] = ack.rooms;
      if (joined?.ok) {
        this.isJoined = true;
        this.#isJoinedOn = socket;
        this.#previous?.close();
        this.#previous = undefined;
        this.#take(joined as RoomFrame);
      } else socket.close();
    } else if (packet.startsWith('42')) {
      const [event, payload] = JSON.parse(packet.slice(2)) as [string, RoomFrame & { afterMs: number }];
      if (event === ROOM_STATE) this.#take(payload);
      else if (event === SERVER_LEAVING) this.#move(socket, payload.afterMs);
    }
  }

  #take({ epoch, version, state, watchers }: RoomFrame): void {
    const { record } = this;
    this.watchers = watchers;
    if (!isNewer({ epoch, version }, record)) return;
    Object.assign(record, { epoch, version, state });
    this.longestGapMs = Math.max(this.longestGapMs, performance.now() - this.#newAtMs);
    this.#newAtMs = performance.now();
  }
}
