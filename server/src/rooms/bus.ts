import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { withDeadline } from '../concurrency/deadline.ts';
import { OutageLog, RedisConnection } from '../redis.ts';
import { CoalescingPublisher } from './coalescing-publisher.ts';
import { MessageSeal } from './message-seal.ts';

/** A join waits this long for the subscription; after that, reconciliation brings missed updates. */
const SUBSCRIBE_WITHIN_MS = 300;
/** Many times the largest state of a room. A larger message is neither sent nor read. */
const MAX_MESSAGE_BYTES = 64 * 1024;

// The library's own resubscription has rejections that it does not handle; the bus resubscribes.
const subscriptions = { autoResubscribe: false };

const CONFIRMED = Promise.resolve(true);

// A message without its sender: the bus signs it.
type Unsigned<Message> = Message extends { o: string } ? Omit<Message, 'o'> : never;
export type OwnMessage = Unsigned<BusMessage>;

export interface BusOptions {
  /** Without a URL this is the only server, and the bus does nothing. */
  url: string | undefined;
  prefix: string;
  /** The secret shared by all servers of this deployment; keys the signature of each message. */
  secret: Buffer;
  onMessage: (room: string, message: BusMessage) => void;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Called when a message was dropped that no server of this deployment can have sent. */
  onForeign: () => void;
  /** Called when lost subscriptions are restored. Resolves when the updates missed in between have been read. */
  onResubscribed?: () => Promise<void>;
}

/**
 * Carries room messages between servers on sharded pub/sub, one channel per room with local members. It is an
 * optimisation: no caller waits for it, each queue is bounded, and without Redis it does nothing.
 */
export class Bus {
  readonly serverId = randomBytes(9).toString('base64url');
  readonly #options: BusOptions;
  readonly #seal: MessageSeal;
  readonly #subscriber: RedisConnection | undefined;
  readonly #publishConnection: RedisConnection | undefined;
  readonly #publisher: CoalescingPublisher | undefined;
  /** Channels that should be subscribed, with the reply to their latest subscription; true once confirmed. */
  readonly #wanted = new Map<string, Promise<boolean> | true>();
  /** Channels whose subscription may have been confirmed after their room was read. */
  readonly #late = new Set<string>();
  #isTooOld = false;
  /** Set while the updates missed during a lost connection are being read. */
  #catchingUp: object | undefined;

  constructor(options: BusOptions) {
    this.#options = options;
    this.#seal = new MessageSeal(options.secret);
    if (options.url === undefined) return;
    const open = (): RedisConnection =>
      new RedisConnection({
        url: String(options.url),
        outages,
        options: subscriptions,
        isShardedSubscriber: true,
      });
    const outages = new OutageLog(options.log, 'other servers read changes of rooms from the database');
    const [subscriber, publishConnection] = [open(), open()];
    this.#subscriber = subscriber;
    this.#publishConnection = publishConnection;
    this.#publisher = new CoalescingPublisher(publishConnection);
    subscriber.on('ready', () => this.#resubscribe());
    subscriber.on('message', (channel, bytes) => this.#receive(channel, bytes));
  }

  get isReady(): boolean {
    return this.#subscriber?.isReady === true && this.#publishConnection?.isReady === true;
  }

  /** Resolves within 300 ms with whether the room's subscription is confirmed. Never rejects. */
  subscribe(room: string): Promise<boolean> {
    const channel = this.#channel(room);
    let answer = this.#wanted.get(channel);
    if (!answer) {
      answer = this.#subscribeWanted(channel);
    }
    if (answer === true) {
      this.#late.delete(channel);
      return CONFIRMED;
    }
    return withDeadline(answer, SUBSCRIBE_WITHIN_MS, () => false).then((isInTime) => {
      if (!isInTime && this.#wanted.has(channel)) this.#late.add(channel);
      return isInTime;
    });
  }

  /** Returns whether this server is sure to have received each message about this room. */
  isLive(room: string): boolean {
    if (!this.#subscriber?.isReady || this.#catchingUp !== undefined) return false;
    const channel = this.#channel(room);
    return this.#wanted.get(channel) === true && !this.#late.has(channel);
  }

  unsubscribe(room: string): void {
    const channel = this.#channel(room);
    this.#late.delete(channel);
    if (!this.#wanted.delete(channel) || !this.#subscriber?.isReady) return;
    this.#subscriber.client.sunsubscribe(channel).catch(() => {});
  }

  /**
   * Publishes a message. Of several that wait for one room and kind only the last is sent: each holds the full state.
   */
  publish(room: string, message: OwnMessage): void {
    const channel = this.#channel(room);
    // Messages of servers to each other are all sent.
    const kind = message.k === 'm' ? `m${message.i}` : message.k;
    this.#publisher?.put(channel, kind, () => this.#encode(channel, message));
  }

  stats(): { ready: boolean; subscriptions: number; waiting: number; dropped: number } {
    return {
      ready: this.isReady,
      subscriptions: this.#wanted.size,
      waiting: this.#publisher?.waiting ?? 0,
      dropped: this.#publisher?.dropped ?? 0,
    };
  }

  close(): void {
    this.#wanted.clear();
    this.#subscriber?.close();
    this.#publishConnection?.close();
  }

  #channel(room: string): string {
    return `${this.#options.prefix}:room:${room}`;
  }

  #encode(channel: string, message: OwnMessage): string {
    const text = JSON.stringify({ ...message, o: this.serverId });
    const sealed = this.#seal.seal(channel, text);
    if (Buffer.byteLength(sealed) <= MAX_MESSAGE_BYTES) return sealed;
    // The other servers read a state that is too large to be sent from the database.
    return this.#seal.seal(channel, JSON.stringify({ k: 't', o: this.serverId }));
  }

  #receive(channel: string, bytes: Buffer): void {
    const start = `${this.#options.prefix}:room:`;
    if (!channel.startsWith(start)) return;
    const text = bytes.length > MAX_MESSAGE_BYTES ? undefined : this.#seal.open(channel, bytes);
    const message = text === undefined ? undefined : readBusMessage(text);
    if (!message) this.#options.onForeign();
    else if (message.o !== this.serverId) this.#options.onMessage(channel.slice(start.length), message);
  }

  #subscribeWanted(channel: string): Promise<boolean> {
    const answer = this.#subscribeNow(channel);
    this.#wanted.set(channel, answer);
    void answer.then((isConfirmed) => {
      if (isConfirmed && this.#wanted.get(channel) === answer) this.#wanted.set(channel, true);
    });
    return answer;
  }

  async #subscribeNow(channel: string): Promise<boolean> {
    if (!this.#subscriber?.isReady) return false;
    try {
      await this.#subscriber.client.ssubscribe(channel);
      return true;
    } catch (error) {
      // After a lost connection, all wanted channels are subscribed again on the next connection.
      if (/unknown command/i.test(String(error)) && !this.#isTooOld) {
        this.#isTooOld = true;
        this.#options.log.warn({ err: error }, 'rooms: Redis 7 or later is required');
      }
      return false;
    }
  }

  #resubscribe(): void {
    this.#catchingUp = undefined;
    if (this.#wanted.size === 0) return;
    const answers: Promise<boolean>[] = [];
    for (const channel of [...this.#wanted.keys()]) answers.push(this.#subscribeWanted(channel));
    const catchingUp = {};
    this.#catchingUp = catchingUp;
    void Promise.all(answers).then(async (confirmed) => {
      if (!confirmed.every(Boolean)) return;
      await this.#options.onResubscribed?.();
      if (this.#catchingUp !== catchingUp) return;
      this.#catchingUp = undefined;
      this.#late.clear();
    });
  }
}

/**
 * A message between servers about a room. Keys are short: a busy room sends many. `c`: the trace contexts of the change,
 * while the sender exports traces.
 */
export type BusMessage =
  /** State at (epoch, version), committed at this wall time. */
  | { k: 's'; o: string; e: number; v: number; s: unknown; t: number; c?: string[] }
  /** The rows changed: receivers read them again. */
  | { k: 't'; o: string; c?: string[] }
  /** Number of watchers on server `o`; `h`: the server is new to the room and requests the counts of the others. */
  | { k: 'w'; o: string; n: number; h?: 1 }
  /** A message about topic `a` to all servers; `i` is unique. */
  | { k: 'm'; o: string; a: string; i: string; b: unknown };

/** Parses a message; returns undefined for an invalid one, since other clients of Redis can publish to the channel. */
function readBusMessage(text: string): BusMessage | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const { k, o, e, v, t, n, a } = message as Record<string, unknown>;
  if (typeof o !== 'string' || o.length > 64) return undefined;
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if (k === 't') return message as BusMessage;
  if (k === 's' && isWhole(e) && isWhole(v) && isWhole(t) && 's' in message) return message as BusMessage;
  if (k === 'w' && isWhole(n)) return message as BusMessage;
  if (k === 'm' && typeof a === 'string') return message as BusMessage;
  return undefined;
}
