import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Member } from './member.ts';
import { TokenBucket } from './token-bucket.ts';

/** How long a client has to answer a close before the connection is cut. The library would wait for 30 seconds. */
const CLOSE_WITHIN_MS = 1_000;
const WEBSOCKET_CLOSED = 3;

/** What all connections of a server share. */
export interface ConnectionHost {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The client sent more than its limits allow; the connection has been closed. */
  onFlood: () => void;
  /** Engine.IO has closed the connection. */
  onClose: (connection: Connection) => void;
}

const CONNECTION = Symbol('connection');

/** Marks what a connection consists of, so that its listeners are the same functions for all connections. */
interface Marked {
  [CONNECTION]?: Connection;
}

/** The connection of Engine.IO's socket; undefined before it was watched. */
export const connectionOf = (engine: object): Connection | undefined => (engine as Marked)[CONNECTION];

/**
 * One websocket below Socket.IO, admitted or not. Limits what the client sends, whatever it is (messages of any
 * namespace, pings, pongs, fragments, garbage), and what waits to be read by the client.
 */
export class Connection {
  /** The client's network, as `subscriberOf` names it. */
  readonly network: string;
  readonly openedAtMs: number;
  /** Once it is admitted. */
  member: Member | undefined;
  readonly #engine: EngineConnection;
  readonly #host: ConnectionHost;
  #frames: TokenBucket;
  #bytes: TokenBucket;
  #hasAskedForAdmission = false;

  constructor(engine: EngineConnection, network: string, host: ConnectionHost) {
    this.network = network;
    this.#engine = engine;
    this.#host = host;
    this.openedAtMs = host.nowMs();
    const { frames, bytes } = socketLimits.beforeAdmission;
    this.#frames = new TokenBucket({ burst: frames, perSecond: 0 }, this.openedAtMs);
    this.#bytes = new TokenBucket({ burst: bytes, perSecond: 0 }, this.openedAtMs);
    const websocket = engine.transport.socket;
    for (const part of [engine, websocket, websocket._socket] as Marked[]) part[CONNECTION] = this;
    // The websocket is watched, not Engine.IO's packets: control frames never get there, and neither does what a client
    // sends after the server began to close.
    websocket.on('message', onFrame);
    websocket.on('ping', onFrame);
    websocket.on('pong', onFrame);
    // Fragments and unfinished frames are no messages; they count by their bytes.
    websocket._socket.on('data', onBytes);
    engine.on('packetCreate', onPacketCreate);
    engine.on('close', onEngineClose);
  }

  /** False for all but the first CONNECT packet. */
  askForAdmission(): boolean {
    const isFirst = !this.#hasAskedForAdmission;
    this.#hasAskedForAdmission = true;
    return isFirst;
  }

  /** The limits of a signed-in client apply from now on. */
  admit(member: Member): void {
    this.member = member;
    const nowMs = this.#host.nowMs();
    this.#frames = new TokenBucket(socketLimits.frames, nowMs);
    this.#bytes = new TokenBucket(socketLimits.bytes, nowMs);
  }

  /** Closes once what was sent has been written, or after a second. */
  closeSoon(): void {
    this.#engine.close();
    // With packets waiting, Engine.IO closes once they are written, which may be never.
    if (this.#engine.readyState !== 'closed') this.#cutSoon();
  }

  /** Closes at once. What the client already sent is not processed any more. */
  cut(): void {
    this.#engine.close(true);
    this.#engine.transport.socket.terminate();
  }

  #cutSoon(): void {
    const websocket = this.#engine.transport.socket;
    if (websocket.readyState === WEBSOCKET_CLOSED) return;
    setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  frameCame(): void {
    this.#limit(this.#frames, 1);
  }

  bytesCame(count: number): void {
    this.#limit(this.#bytes, count);
  }

  packetWaits(): void {
    if (isBacklogged(this.#engine)) this.#engine.transport.socket.terminate();
  }

  closed(): void {
    this.#host.onClose(this);
    this.#cutSoon();
  }

  #limit(bucket: TokenBucket, count: number): void {
    if (!bucket.take(count, this.#host.nowMs()) || isBacklogged(this.#engine)) this.#flood();
  }

  #flood(): void {
    if (this.#engine.readyState === 'open') this.#host.onFlood();
    this.cut();
  }
}

function onFrame(this: Marked): void {
  this[CONNECTION]?.frameCame();
}

function onBytes(this: Marked, chunk: Buffer): void {
  this[CONNECTION]?.bytesCame(chunk.length);
}

function onPacketCreate(this: Marked): void {
  this[CONNECTION]?.packetWaits();
}

function onEngineClose(this: Marked): void {
  this[CONNECTION]?.closed();
}

/** The part of a websocket of the library `ws` that is used here. */
export interface WebSocketBelow {
  readonly readyState: number;
  /** Bytes that the system would not take yet. */
  readonly bufferedAmount: number;
  readonly _socket: TcpSocket;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
  terminate(): void;
}

/** One connection of Engine.IO, with the parts that its types do not show. Its transport is always a websocket. */
export interface EngineConnection {
  readonly readyState: string;
  readonly writeBuffer: readonly { data?: string | Buffer }[];
  readonly transport: { readonly socket: WebSocketBelow };
  on(event: 'packetCreate' | 'close', listener: () => void): unknown;
  write(text: string, options: { compress: false; wsPreEncodedFrame: readonly Buffer[] }): unknown;
  close(discard?: boolean): unknown;
}

/** Whether more waits for a slow reader than the limits allow. */
export function isBacklogged({ writeBuffer, transport }: EngineConnection): boolean {
  const unsentBytes = transport.socket.bufferedAmount;
  // Within one turn of the loop packets wait even for the fastest reader, but then nothing is unsent below them.
  if (unsentBytes === 0) return false;
  const { packets, bytes } = socketLimits.waiting;
  if (writeBuffer.length >= packets) return true;
  let waitingBytes = unsentBytes;
  for (const { data } of writeBuffer) waitingBytes += data?.length ?? 0;
  return waitingBytes > bytes;
}
