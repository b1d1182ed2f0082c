import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Socket } from 'socket.io';
import type { Viewer } from '../sessions/sessions.ts';
import type { EncodedFrame } from './broadcaster.ts';
import { type EngineConnection, isBacklogged, type WebSocketBelow } from './connection.ts';
import type { Door } from './outlet.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';
import { TokenBucket } from './token-bucket.ts';

const WEBSOCKET_OPEN = 1;

/** One socket's place in one room, from the start of its join on. */
export interface Membership {
  address: RoomAddress;
  readonly kind: RoomKind;
  door: Door<Member> | undefined;
  /** Gets frames. Before, the join is still under way. */
  isMember: boolean;
}

/** One signed-in socket. */
export class Member {
  readonly socket: Socket;
  /** As last read; the role may change while the socket is open. */
  viewer: Viewer;
  /** By the room's full name. */
  readonly memberships = new Map<string, Membership>();
  readonly #nowMs: () => number;
  readonly #connection: EngineConnection;
  readonly #websocket: WebSocketBelow;
  readonly #tcp: TcpSocket;
  readonly #events: TokenBucket;
  readonly #joins: TokenBucket;

  constructor(socket: Socket, viewer: Viewer, nowMs: () => number) {
    this.socket = socket;
    this.viewer = viewer;
    this.#nowMs = nowMs;
    this.#events = new TokenBucket(socketLimits.events, nowMs());
    this.#joins = new TokenBucket(socketLimits.joins, nowMs());
    // Sockets are websockets from the first byte to the last, so these three stay the same.
    this.#connection = socket.conn as unknown as EngineConnection;
    this.#websocket = this.#connection.transport.socket;
    this.#tcp = socket.request.socket;
  }

  /** False above the limit of events. */
  takeEvent(): boolean {
    return this.#events.take(1, this.#nowMs());
  }

  /** False above the limit of rooms to join. */
  takeJoin(): boolean {
    return this.#joins.take(1, this.#nowMs());
  }

  /**
   * False when the reader was too slow and has been dropped. While nothing waits, the frame goes straight to the line,
   * in order with all else, since Socket.IO hands over what it sends at once when it does not compress. What meets
   * waiting bytes goes through Socket.IO, where it is bounded.
   */
  write(frame: EncodedFrame): boolean {
    const tcp = this.#tcp;
    if (
      tcp.writableLength === 0 &&
      tcp.writable &&
      this.#connection.writeBuffer.length === 0 &&
      this.#connection.readyState === 'open' &&
      this.#websocket.readyState === WEBSOCKET_OPEN
    ) {
      tcp.write(frame.bytes);
      return true;
    }
    if (this.dropIfSlow()) return false;
    this.#connection.write(frame.text, { compress: false, wsPreEncodedFrame: [frame.bytes] });
    return true;
  }

  /** Drops a reader for whom more waits than the limits allow. */
  dropIfSlow(): boolean {
    if (!isBacklogged(this.#connection)) return false;
    this.drop();
    return true;
  }

  /** Ends the connection without waiting for what was not read. */
  drop(): void {
    this.#websocket.terminate();
  }
}
