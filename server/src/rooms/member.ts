import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Socket } from 'socket.io';
import type { Viewer } from '../sessions/sessions.ts';
import type { EncodedFrame } from './broadcaster.ts';
import { type EngineConnection, isBacklogged, type WebSocketBelow } from './connection.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';
import type { LocalRoom } from './room-view.ts';
import { TokenBucket } from './token-bucket.ts';

const WEBSOCKET_OPEN = 1;

/** One socket's membership in one room, from the start of its join. */
export interface Membership {
  address: RoomAddress;
  readonly kind: RoomKind;
  localRoom: LocalRoom<Member> | undefined;
  /** True once it receives frames; false while the join is in progress. */
  isMember: boolean;
}

/** One signed-in socket. */
export class Member {
  readonly socket: Socket;
  /** As last read; the role may change while the socket is open. */
  viewer: Viewer;
  /** By the room's full name. */
  readonly memberships = new Map<string, Membership>();
  /** Monotonic milliseconds; undefined for a page's first connection. */
  reopenedAtMs: number | undefined = undefined;
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
    // A socket uses one websocket for its whole life, so these three never change.
    this.#connection = socket.conn as unknown as EngineConnection;
    this.#websocket = this.#connection.transport.socket;
    this.#tcp = socket.request.socket;
  }

  /** Returns false above the limit of events. */
  takeEvent(): boolean {
    return this.#events.take(1, this.#nowMs());
  }

  /** Returns false above the limit of rooms to join. */
  takeJoin(): boolean {
    return this.#joins.take(1, this.#nowMs());
  }

  /**
   * Writes a frame. Returns false when the reader was too slow and was dropped. Without a backlog the frame is written
   * directly to the connection, in order with all other packets, since Socket.IO writes uncompressed packets at once.
   * With a backlog it goes through Socket.IO, where it is bounded.
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

  /** Drops a reader whose backlog exceeds the limits. */
  dropIfSlow(): boolean {
    if (!isBacklogged(this.#connection)) return false;
    this.drop();
    return true;
  }

  /** Closes the connection without waiting for unread data. */
  drop(): void {
    this.#websocket.terminate();
  }
}
