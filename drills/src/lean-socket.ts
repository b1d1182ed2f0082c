import { ROOM_JOIN, ROOM_STATE, SOCKET_PATH } from '@copup/shared/room-names.ts';
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
 * It joins one room, keeps the highest (epoch, version) and reconnects when it is dropped.
 */
export class LeanSocket {
  readonly record: WatcherRecord;
  connections = 0;
  /** Whether the room was joined on the current connection. */
  isJoined = false;
  /** The number of watchers in the last frame. */
  watchers = 0;
  readonly #options: LeanSocketOptions;
  #socket: WebSocket | undefined;
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

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.connections += 1;
    const address = `${this.#options.server.replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#read(socket, String(data)));
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', () => {
      this.isJoined = false;
      const { reconnectMs } = this.#options;
      if (reconnectMs && !this.#isClosed) setTimeout(() => this.#connect(), reconnectMs());
    });
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
        this.#take(joined as RoomFrame);
      } else socket.close();
    } else if (packet.startsWith('42')) {
      const [event, frame] = JSON.parse(packet.slice(2)) as [string, RoomFrame];
      if (event === ROOM_STATE) this.#take(frame);
    }
  }

  #take({ epoch, version, state, watchers }: RoomFrame): void {
    const { record } = this;
    this.watchers = watchers;
    if (isNewer({ epoch, version }, record)) Object.assign(record, { epoch, version, state });
  }
}
