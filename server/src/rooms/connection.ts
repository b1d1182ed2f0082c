import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Member } from './member.ts';

/**
 * How long a client has to answer a close before the connection is terminated. The library would wait for 30 seconds.
 */
const CLOSE_WITHIN_MS = 1_000;
export const WEBSOCKET_CLOSED = 3;

/** Shared by all connections of a server. */
export interface ConnectionHost {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** Called when the client sent more than its limits allow and the connection was closed. */
  onFlood: () => void;
  /** Called when Engine.IO has closed the connection. */
  onClose: (connection: Connection) => void;
}

const CONNECTION = Symbol('connection');

/** Links Engine.IO's objects to their connection, so that all connections share the same listener functions. */
interface Marked {
  [CONNECTION]?: Connection;
}

/** Returns the connection of Engine.IO's socket, undefined before it was watched. */
export const connectionOf = (engine: object): Connection | undefined => (engine as Marked)[CONNECTION];

/**
 * One websocket below Socket.IO, admitted or not. Limits everything the client sends (messages of any namespace, pings,
 * pongs, fragments, garbage) and the bytes that wait to be read by the client.
 */
export class Connection {
  /** The client's network, as `subscriberOf` names it. */
  readonly network: string;
  readonly openedAtMs: number;
  /** Set on admission. */
  member: Member | undefined;
  readonly #engine: EngineConnection;
  readonly #host: ConnectionHost;
  #frames: TokenBucket;
  #bytes: TokenBucket;
  #hasRequestedAdmission = false;

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
    // Listens to the websocket instead of Engine.IO's packets: control frames do not become packets, nor does data
    // received after the server started to close.
    websocket.on('message', onFrame);
    websocket.on('ping', onFrame);
    websocket.on('pong', onFrame);
    // Fragments and unfinished frames are not messages; their bytes are counted.
    websocket._socket.on('data', onBytes);
    engine.on('packetCreate', onPacketCreate);
    engine.on('close', onEngineClose);
  }

  /** Returns false for all but the first CONNECT packet. */
  requestAdmission(): boolean {
    const isFirst = !this.#hasRequestedAdmission;
    this.#hasRequestedAdmission = true;
    return isFirst;
  }

  /** Applies the limits of a signed-in client from now on. */
  admit(member?: Member): void {
    this.member = member;
    const nowMs = this.#host.nowMs();
    this.#frames = new TokenBucket(socketLimits.frames, nowMs);
    this.#bytes = new TokenBucket(socketLimits.bytes, nowMs);
  }

  /** Closes once the sent data has been written, or after a second. */
  closeSoon(): void {
    this.#engine.close();
    // While packets wait, Engine.IO closes only once they are written, which may never happen.
    if (this.#engine.readyState !== 'closed') this.#cutSoon();
  }

  /** Closes at once. Data that the client already sent is not processed. */
  cut(): void {
    this.#engine.close(true);
    this.#engine.transport.socket.terminate();
  }

  #cutSoon(): void {
    const websocket = this.#engine.transport.socket;
    if (websocket.readyState === WEBSOCKET_CLOSED) return;
    setTimeout(() => websocket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  onFrameReceived(): void {
    this.#limit(this.#frames, 1);
  }

  onBytesReceived(count: number): void {
    this.#limit(this.#bytes, count);
  }

  onPacketQueued(): void {
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
  this[CONNECTION]?.onFrameReceived();
}

function onBytes(this: Marked, chunk: Buffer): void {
  this[CONNECTION]?.onBytesReceived(chunk.length);
}

function onPacketCreate(this: Marked): void {
  this[CONNECTION]?.onPacketQueued();
}

function onEngineClose(this: Marked): void {
  this[CONNECTION]?.closed();
}

/** The parts of a websocket of the library `ws` that are used here. */
export interface WebSocketBelow {
  readonly readyState: number;
  /** Bytes that the operating system has not accepted yet. */
  readonly bufferedAmount: number;
  readonly _socket: TcpSocket;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
  terminate(): void;
}

/** An Engine.IO connection, with the parts that its types do not declare. Its transport is always a websocket. */
export interface EngineConnection {
  readonly readyState: string;
  readonly writeBuffer: readonly { data?: string | Buffer }[];
  readonly transport: { readonly socket: WebSocketBelow };
  on(event: 'packetCreate' | 'close', listener: () => void): unknown;
  write(text: string, options: { compress: false; wsPreEncodedFrame: readonly Buffer[] }): unknown;
  close(discard?: boolean): unknown;
}

/** Returns whether more data waits for a slow client than the limits allow. */
function isBacklogged({ writeBuffer, transport }: EngineConnection): boolean {
  const unsentBytes = transport.socket.bufferedAmount;
  // Within one turn of the event loop packets wait even for the fastest client, but then no bytes below them are
  // unsent.
  if (unsentBytes === 0) return false;
  const { packets, bytes } = socketLimits.waiting;
  if (writeBuffer.length >= packets) return true;
  let waitingBytes = unsentBytes;
  for (const { data } of writeBuffer) waitingBytes += data?.length ?? 0;
  return waitingBytes > bytes;
}

export interface BucketRule {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * A bucket that holds at most `burst` tokens and regains `perSecond` of them each second. Times are monotonic
 * milliseconds. Every socket has several buckets, so the fields are small integers, which use the least memory.
 */
export class TokenBucket {
  readonly #rule: BucketRule;
  #tokens: number;
  #filledAtMs: number;

  constructor(rule: BucketRule, nowMs: number) {
    this.#rule = rule;
    this.#tokens = rule.burst;
    this.#filledAtMs = Math.floor(nowMs);
  }

  /** Returns false when fewer than `count` are left, and takes none. */
  take(count: number, nowMs: number): boolean {
    this.#fill(Math.floor(nowMs));
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  #fill(nowMs: number): void {
    const { burst, perSecond } = this.#rule;
    const gained = Math.floor(((nowMs - this.#filledAtMs) * perSecond) / 1_000);
    if (gained <= 0) return;
    const isFull = this.#tokens + gained >= burst;
    this.#tokens = isFull ? burst : this.#tokens + gained;
    // The remaining fraction of a token counts from then on.
    this.#filledAtMs = isFull ? nowMs : this.#filledAtMs + Math.ceil((gained * 1_000) / perSecond);
  }
}
