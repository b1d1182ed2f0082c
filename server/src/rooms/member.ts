import type { Socket as TcpSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { Viewer } from '../sessions/sessions.ts';
import type { Door } from './delivery.ts';
import type { EncodedFrame } from './frame.ts';
import type { RoomAddress, RoomKind } from './room-kind.ts';

const EVENTS_PER_SECOND = 20;
/** A socket that goes on after so many refusals in a row is closed. */
const MAX_REFUSED_IN_A_ROW = 200;
const MAX_WAITING_PACKETS = 64;
const MAX_WAITING_BYTES = 1024 * 1024;

/** The part of Engine.IO that its types do not show: what waits to be written. */
interface EngineConnection {
  readyState: string;
  writeBuffer: readonly { data?: string | Buffer }[];
  transport: { socket: { readyState: number; bufferedAmount: number; terminate(): void } };
  write(text: string, options: { compress: false; wsPreEncodedFrame: readonly Buffer[] }): unknown;
}

const WEBSOCKET_OPEN = 1;

/** One socket's place in one room, from the start of its join on. */
export interface Membership {
  readonly address: RoomAddress;
  readonly kind: RoomKind;
  door: Door<Member> | undefined;
  /** Gets frames. Before, the join is still under way. */
  isMember: boolean;
}

/** One signed-in socket. */
export class Member {
  readonly socket: Socket;
  readonly viewer: Viewer;
  /** By the room's full name. */
  readonly memberships = new Map<string, Membership>();
  readonly #nowMs: () => number;
  readonly #connection: EngineConnection;
  readonly #websocket: EngineConnection['transport']['socket'];
  readonly #tcp: TcpSocket;
  #tokens = EVENTS_PER_SECOND;
  #filledAtMs: number;
  #refusedInARow = 0;

  constructor(socket: Socket, viewer: Viewer, nowMs: () => number) {
    this.socket = socket;
    this.viewer = viewer;
    this.#nowMs = nowMs;
    this.#filledAtMs = nowMs();
    // Sockets are websockets from the first byte to the last, so these three stay the same.
    this.#connection = socket.conn as unknown as EngineConnection;
    this.#websocket = this.#connection.transport.socket;
    this.#tcp = socket.request.socket;
  }

  /** False above 20 events a second. One that never stops is closed. */
  takeEvent(): boolean {
    const nowMs = this.#nowMs();
    this.#tokens = Math.min(
      EVENTS_PER_SECOND,
      this.#tokens + ((nowMs - this.#filledAtMs) / 1_000) * EVENTS_PER_SECOND,
    );
    this.#filledAtMs = nowMs;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      this.#refusedInARow = 0;
      return true;
    }
    this.#refusedInARow += 1;
    if (this.#refusedInARow > MAX_REFUSED_IN_A_ROW) this.drop();
    return false;
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

  /** Drops a reader with more than 1 MB or 64 packets waiting that the system would not take. */
  dropIfSlow(): boolean {
    const { writeBuffer } = this.#connection;
    const unsentBytes = this.#websocket.bufferedAmount;
    // Within one turn of the loop packets wait even for the fastest reader, but then nothing is unsent below them.
    if (unsentBytes === 0) return false;
    if (writeBuffer.length < MAX_WAITING_PACKETS) {
      let waitingBytes = unsentBytes;
      for (const { data } of writeBuffer) waitingBytes += data?.length ?? 0;
      if (waitingBytes <= MAX_WAITING_BYTES) return false;
    }
    this.drop();
    return true;
  }

  /** Ends the connection without waiting for what was not read. */
  drop(): void {
    this.#websocket.terminate();
  }
}
