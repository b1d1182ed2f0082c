import type { RedisConnection } from '../redis.ts';

const MAX_IN_FLIGHT = 256;
const MAX_WAITING = 10_000;
const ANSWER_WITHIN_MS = 50;

interface Slot {
  key: string;
  channel: string;
  isInFlight: boolean;
  /** Creates the text when it is sent: a message that is replaced while it waits costs no encoding. */
  next: (() => string) | undefined;
}

/**
 * Publishes without making callers wait. For each channel and kind of message, one message is in flight and the latest
 * waits, so a slow Redis delays updates but does not fill memory. When Redis does not answer within 50 ms, one message
 * at a time is sent until it does. Without a connection all messages are dropped; each server's reconciliation finds
 * the missed updates.
 */
export class CoalescingPublisher {
  readonly #connection: RedisConnection;
  readonly #slots = new Map<string, Slot>();
  readonly #waiting = new Set<Slot>();
  #inFlight = 0;
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
    if (!this.#connection.isReady) {
      this.dropped += 1;
      return;
    }
    const key = `${kind}${channel}`;
    let slot = this.#slots.get(key);
    if (!slot) {
      if (this.#slots.size >= MAX_WAITING) {
        this.dropped += 1;
        return;
      }
      slot = { key, channel, isInFlight: false, next: undefined };
      this.#slots.set(key, slot);
    }
    slot.next = encode;
    this.#waiting.add(slot);
    if (!slot.isInFlight) this.#flush();
  }

  #flush(): void {
    if (!this.#connection.isReady) {
      this.dropped += this.#waiting.size;
      for (const slot of this.#waiting) {
        slot.next = undefined;
        if (!slot.isInFlight) this.#slots.delete(slot.key);
      }
      this.#waiting.clear();
      return;
    }
    const most = this.#isStalled ? 1 : MAX_IN_FLIGHT;
    for (const slot of this.#waiting) {
      if (this.#inFlight >= most) return;
      if (!slot.isInFlight) this.#send(slot);
    }
  }

  #send(slot: Slot): void {
    const encode = slot.next;
    if (!encode) return;
    slot.next = undefined;
    slot.isInFlight = true;
    this.#waiting.delete(slot);
    this.#inFlight += 1;
    const timer = setTimeout(() => {
      this.#isStalled = true;
    }, ANSWER_WITHIN_MS);
    this.#connection.client
      .spublish(slot.channel, encode())
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
        this.#inFlight -= 1;
        slot.isInFlight = false;
        if (slot.next === undefined) this.#slots.delete(slot.key);
        this.#flush();
      })
      .catch(() => {});
  }
}
