import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import type { Member } from './member.ts';

/**
 * How long a client has to answer a close before the connection is terminated. The library would wait for 30 seconds.
 */
const CLOSE_WITHIN_MS = 1_000;
const WEBSOCKET_OPEN = 1;
export const WEBSOCKET_CLOSED = 3;
/** The websocket frame of Engine.IO's packet `ping`. */
const PING_FRAME = Buffer.from([0x81, 1, 0x32]);

/** Shared by all connections of a server. */
export interface ConnectionHost {
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** Called when the client sent more than its limits allow and the connection was closed. */
  onFlood: () => void;
  onAdmitted: (connection: Connection) => void;
  /** Called when the connection begins to close, and when Engine.IO has closed it. */
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
  /** Whether the client has sent anything since the last ping. */
  #isHeard = true;
  #isLate = false;

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
    for (const event of ['message', 'ping', 'pong'] as const) websocket.on(event, onFrame);
    // Fragments and unfinished frames are not messages; their bytes are counted.
    websocket._socket.on('data', onBytes);
    engine.on('packetCreate', onPacketCreate);
    engine.on('close', onClose);
  }

  /** Applies the limits of a signed-in client from now on. */
  admit(member?: Member): void {
    this.member = member;
    const nowMs = this.#host.nowMs();
    this.#frames = new TokenBucket(socketLimits.frames, nowMs);
    this.#bytes = new TokenBucket(socketLimits.bytes, nowMs);
    this.#host.onAdmitted(this);
  }

  /** Ends Engine.IO's own timers; from now on the caller pings. */
  stopOwnPings(): void {
    for (const timer of ['pingIntervalTimer', 'pingTimeoutTimer'] as const) {
      clearTimeout(this.#engine[timer] ?? undefined);
      this.#engine[timer] = null;
    }
  }

  ping(): void {
    this.#isHeard = false;
    const tcp = idleTcpOf(this.#engine);
    if (tcp) tcp.write(PING_FRAME);
    else this.#engine.sendPacket('ping');
  }

  /** Closes the connection when the client has not answered the last ping. */
  cutIfSilent(): void {
    if (!this.#isHeard) this.cut();
  }

  /** Whether sent data waits for the network, or the answer to the last ping is late. */
  get isLagging(): boolean {
    return this.#isLate || this.#engine.transport.socket.bufferedAmount > 0;
  }

  /** Called when the client has had time to answer the last ping. */
  expectAnswer(): void {
    this.#isLate = !this.#isHeard;
  }

  received(bytes: number): void {
    this.#isHeard = true;
    this.#isLate = false;
    this.limit('bytes', bytes);
  }

  /** Closes once the sent data has been written, or after a second. */
  closeSoon(): void {
    this.#host.onClose(this);
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

  /** Closes the connection when the client sends more than the limit, or reads too slowly. */
  limit(what: 'frames' | 'bytes', count: number): void {
    const bucket = what === 'frames' ? this.#frames : this.#bytes;
    if (bucket.take(count, this.#host.nowMs()) && !isBacklogged(this.#engine)) return;
    if (this.#engine.readyState === 'open') this.#host.onFlood();
    this.cut();
  }

  dropIfBacklogged(): void {
    if (isBacklogged(this.#engine)) this.#engine.transport.socket.terminate();
  }

  closed(): void {
    this.#host.onClose(this);
    this.#cutSoon();
  }
}

// Shared by all connections: each finds its own in `this`.
function onFrame(this: Marked): void {
  this[CONNECTION]?.limit('frames', 1);
}
function onBytes(this: Marked, chunk: Buffer): void {
  this[CONNECTION]?.received(chunk.length);
}
function onPacketCreate(this: Marked): void {
  this[CONNECTION]?.dropIfBacklogged();
}
function onClose(this: Marked): void {
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
  close(discard?: boolean): unknown;
  sendPacket(type: 'ping'): unknown;
  pingIntervalTimer: NodeJS.Timeout | null;
  pingTimeoutTimer: NodeJS.Timeout | null;
}

/** Returns the TCP socket below an open websocket on which nothing waits to be written. */
export function idleTcpOf({ readyState, writeBuffer, transport }: EngineConnection): TcpSocket | undefined {
  const websocket = transport.socket;
  if (readyState !== 'open' || writeBuffer.length > 0 || websocket?.readyState !== WEBSOCKET_OPEN)
    return undefined;
  const tcp = websocket._socket;
  return tcp.writableLength === 0 && tcp.writable ? tcp : undefined;
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

/**
 * A bucket that holds at most `burst` tokens and regains `perSecond` of them each second. Times are monotonic
 * milliseconds. Every socket has several buckets, so the fields are small integers, which use the least memory.
 */
export class TokenBucket {
  readonly #rule: { readonly burst: number; readonly perSecond: number };
  #tokens: number;
  #filledAtMs: number;

  constructor(rule: { readonly burst: number; readonly perSecond: number }, nowMs: number) {
    this.#rule = rule;
    this.#tokens = rule.burst;
    this.#filledAtMs = Math.floor(nowMs);
  }

  /** Returns false when fewer than `count` are left, and takes none. */
  take(count: number, atMs: number): boolean {
    const nowMs = Math.floor(atMs);
    const { burst, perSecond } = this.#rule;
    const gained = Math.floor(((nowMs - this.#filledAtMs) * perSecond) / 1_000);
    if (gained > 0) {
      const isFull = this.#tokens + gained >= burst;
      this.#tokens = isFull ? burst : this.#tokens + gained;
      // The remaining fraction of a token counts from then on.
      this.#filledAtMs = isFull ? nowMs : this.#filledAtMs + Math.ceil((gained * 1_000) / perSecond);
    }
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
