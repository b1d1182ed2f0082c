import type { RedisConnection } from '../redis.ts';

const MAX_IN_FLIGHT = 256;
const MAX_WAITING = 10_000;
const ANSWER_WITHIN_MS = 50;

interface Message {
  channel: string;
  /** Creates the text when it is sent: a message that is replaced while it waits costs no encoding. */
  encode: () => string;
}

/**
 * Publishes without making callers wait. For each channel and kind of message, one message is in flight and the latest
 * waits, so a slow Redis delays updates but does not fill memory. When Redis does not answer within 50 ms, one message
 * at a time is sent until it does. Without a connection all messages are dropped; each server's reconciliation finds
 * the missed updates.
 */
export class CoalescingPublisher {
  readonly #connection: RedisConnection;
  /** By channel and kind, oldest first. */
  readonly #waiting = new Map<string, Message>();
  readonly #inFlight = new Set<string>();
  #isStalled = false;
  dropped = 0;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
    connection.on('ready', () => {
      this.#isStalled = false;
      this.#flush();
    });
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  put(channel: string, kind: string, encode: () => string): void {
    const key = `${kind}${channel}`;
    const isFull = this.#waiting.size + this.#inFlight.size >= MAX_WAITING;
    if (!this.#connection.isReady || (isFull && !this.#waiting.has(key) && !this.#inFlight.has(key))) {
      this.dropped += 1;
      return;
    }
    this.#waiting.set(key, { channel, encode });
    if (!this.#inFlight.has(key)) this.#flush();
  }

  #flush(): void {
    if (!this.#connection.isReady) {
      this.dropped += this.#waiting.size;
      this.#waiting.clear();
      return;
    }
    const most = this.#isStalled ? 1 : MAX_IN_FLIGHT;
    for (const [key, message] of this.#waiting) {
      if (this.#inFlight.size >= most) return;
      if (!this.#inFlight.has(key)) this.#send(key, message);
    }
  }

  #send(key: string, { channel, encode }: Message): void {
    this.#waiting.delete(key);
    this.#inFlight.add(key);
    const timer = setTimeout(() => {
      this.#isStalled = true;
    }, ANSWER_WITHIN_MS);
    this.#connection.client
      .spublish(channel, encode())
      .then(
        () => {
          this.#isStalled = false;
          this.#connection.noteReply();
        },
        () => {
          this.dropped += 1;
        },
      )
      .finally(() => {
        clearTimeout(timer);
        this.#inFlight.delete(key);
        this.#flush();
      })
      .catch(() => {});
  }
}
