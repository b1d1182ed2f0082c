import { socketLimits } from '@copup/shared/socket-limits.ts';
import { type EngineConnection, isBacklogged } from './engine-connection.ts';
import { TokenBucket } from './token-bucket.ts';

/** How long a client has to answer a close before the connection is cut. The library would wait for 30 seconds. */
const CLOSE_WITHIN_MS = 1_000;
const WEBSOCKET_CLOSED = 3;

export interface ConnectionOptions {
  /** The client's network, as `networkOf` names it. */
  network: string;
  /** Monotonic milliseconds. */
  nowMs: () => number;
  /** The client sent more than its limits allow; the connection has been closed. */
  onFlood: () => void;
  /** Engine.IO has closed the connection. */
  onClose: (connection: Connection) => void;
}

/**
 * One websocket below Socket.IO, admitted or not. Limits what the client sends, whatever it is (messages of any
 * namespace, pings, pongs, fragments, garbage), and what waits to be read by the client.
 */
export class Connection {
  readonly network: string;
  readonly openedAtMs: number;
  readonly #engine: EngineConnection;
  readonly #nowMs: () => number;
  readonly #onFlood: () => void;
  #frames: TokenBucket;
  #bytes: TokenBucket;
  #hasAskedForAdmission = false;

  constructor(engine: EngineConnection, { network, nowMs, onFlood, onClose }: ConnectionOptions) {
    this.network = network;
    this.#engine = engine;
    this.#nowMs = nowMs;
    this.#onFlood = onFlood;
    this.openedAtMs = nowMs();
    const { frames, bytes } = socketLimits.beforeAdmission;
    this.#frames = new TokenBucket({ burst: frames, perSecond: 0 }, this.openedAtMs);
    this.#bytes = new TokenBucket({ burst: bytes, perSecond: 0 }, this.openedAtMs);
    const websocket = engine.transport.socket;
    const takeFrame = () => this.#take(this.#frames, 1);
    // The websocket is watched, not Engine.IO's packets: control frames never get there, and neither does what a client
    // sends after the server began to close.
    websocket.on('message', takeFrame);
    websocket.on('ping', takeFrame);
    websocket.on('pong', takeFrame);
    // Fragments and unfinished frames are no messages; they count by their bytes.
    websocket._socket.on('data', (chunk: Buffer) => this.#take(this.#bytes, chunk.length));
    engine.on('packetCreate', () => {
      if (isBacklogged(engine)) websocket.terminate();
    });
    engine.once('close', () => {
      onClose(this);
      this.#cutSoon();
    });
  }

  /** False for all but the first CONNECT packet. */
  askForAdmission(): boolean {
    const isFirst = !this.#hasAskedForAdmission;
    this.#hasAskedForAdmission = true;
    return isFirst;
  }

  /** The limits of a signed-in client apply from now on. */
  admit(): void {
    const nowMs = this.#nowMs();
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

  #take(bucket: TokenBucket, count: number): void {
    if (!bucket.take(count, this.#nowMs()) || isBacklogged(this.#engine)) this.#flood();
  }

  #flood(): void {
    if (this.#engine.readyState === 'open') this.#onFlood();
    this.cut();
  }
}
