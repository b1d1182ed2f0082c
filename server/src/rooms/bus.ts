import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { withDeadline } from '../deadline.ts';
import { OutageLog, RedisConnection } from '../redis.ts';
import { CoalescingPublisher } from './coalescing-publisher.ts';
import { MessageSeal } from './message-seal.ts';
import type { RoomAdapter } from './room-adapter.ts';

/** A join waits this long for the subscription; after that, reconciliation brings missed updates. */
const SUBSCRIBE_WITHIN_MS = 300;
/** Many times the largest state of a room. A larger message is neither sent nor read. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** For the messages to all servers, among them lists of sockets. */
const MAX_SERVER_MESSAGE_BYTES = 4 * 1024 * 1024;

// The library's own resubscription has rejections that it does not handle; the bus resubscribes.
const subscriptions = { autoResubscribe: false };

const CONFIRMED = Promise.resolve();

/** The channel to which every server is subscribed. No client can join a room of this name: it has no kind. */
export const EVERYONE = 'servers';

export interface BusOptions {
  /** Without a URL this is the only server, and the bus does nothing. */
  url: string | undefined;
  prefix: string;
  /** The secret shared by all servers of this deployment; keys the signature of each message. */
  secret: Buffer;
  onMessage: (room: string, message: RoomMessage, server: string) => void;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Called when a message was dropped that no server of this deployment can have sent. */
  onForeign: () => void;
  /** Called when lost subscriptions are restored. Resolves when the updates missed in between have been read. */
  onResubscribed?: () => Promise<void>;
}

/** Messages between adapters of at least this length go to all servers, since they may be too large for a room's channel. */
const LARGE_LENGTH = MAX_MESSAGE_BYTES / 8;

/** A commit that changed at least this many rooms is one message to all servers. */
const MANY_ROOMS = 16;

/** A channel with rooms on this server. */
interface Subscription {
  rooms: number;
  /** The reply to the latest subscription; true once confirmed. */
  answer: Promise<boolean> | true;
  /** Whether the subscription may have been confirmed after the room was read. */
  isLate: boolean;
}

/**
 * Carries messages between servers on sharded pub/sub, one channel per room with local members and one for all servers.
 * It is an optimisation: no caller waits for it, each queue is bounded, and without Redis it does nothing.
 */
export class Bus {
  readonly serverId = randomBytes(9).toString('base64url');
  /** Socket.IO's adapters of this server, by the name of their namespace. */
  readonly adapters = new Map<string, RoomAdapter>();
  readonly #options: BusOptions;
  readonly #seal: MessageSeal;
  readonly #subscriber: RedisConnection | undefined;
  readonly #publishConnection: RedisConnection | undefined;
  #publisher: CoalescingPublisher | undefined;
  readonly #subscriptions = new Map<string, Subscription>();
  #adapterMessages = 0;
  #isTooOld = false;
  #lists = 0;
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
    publishConnection.on('ready', () => this.#tellReady());
    subscriber.on('message', (channel, bytes) => this.#receive(channel, bytes));
  }

  /** Whether there can be other servers. */
  get isOpen(): boolean {
    return this.#publisher !== undefined;
  }

  get isReady(): boolean {
    return this.#subscriber?.isReady === true && this.#publishConnection?.isReady === true;
  }

  /** Subscribes for one more room of this channel. */
  subscribe(room: string): void {
    const channel = this.#channel(room);
    const subscription = this.#subscriptions.get(channel);
    if (subscription) {
      subscription.rooms += 1;
      return;
    }
    const added: Subscription = { rooms: 1, answer: true, isLate: false };
    this.#subscriptions.set(channel, added);
    void this.#subscribeNow(channel, added);
  }

  /** Resolves when the subscription is confirmed, or after 300 ms. Never rejects. */
  confirmed(room: string): Promise<void> {
    const subscription = this.#subscriptions.get(this.#channel(room));
    if (!subscription) return CONFIRMED;
    if (subscription.answer === true) {
      subscription.isLate = false;
      return CONFIRMED;
    }
    return withDeadline(subscription.answer, SUBSCRIBE_WITHIN_MS, () => false).then((isInTime) => {
      if (!isInTime) subscription.isLate = true;
    });
  }

  /** Returns whether this server is sure to have received each message about this room. */
  isLive(room: string): boolean {
    if (!this.#subscriber?.isReady || this.#catchingUp !== undefined) return false;
    const subscription = this.#subscriptions.get(this.#channel(room));
    if (this.#subscriptions.get(this.#channel(EVERYONE))?.answer !== true) return false;
    return subscription?.answer === true && !subscription.isLate;
  }

  unsubscribe(room: string): void {
    const channel = this.#channel(room);
    const subscription = this.#subscriptions.get(channel);
    if (!subscription) return;
    subscription.rooms -= 1;
    if (subscription.rooms > 0) return;
    this.#subscriptions.delete(channel);
    if (this.#subscriber?.isReady) this.#subscriber.client.sunsubscribe(channel).catch(() => {});
  }

  /**
   * Publishes a message. Of several that wait for one room and kind only the last is sent, since each holds the full
   * state; those between adapters are all sent, in order.
   */
  publish(room: string, message: Message): void {
    const isOfAdapter = message.k === 'a';
    const channel = this.#channel(isOfAdapter && message.b.length >= LARGE_LENGTH ? EVERYONE : room);
    if (isOfAdapter) this.#adapterMessages += 1;
    const kind = isOfAdapter ? `a${this.#adapterMessages}` : message.k;
    this.#publisher?.put(channel, kind, () => this.#encode(channel, message));
  }

  /**
   * Publishes that the rows of these rooms changed in one commit: those of many rooms, as of a batch of closes, in one
   * message to all servers. A server of the version before ignores it, and reads the rooms within a second.
   */
  publishChanged(rooms: ReadonlySet<string>, contexts: string[] | undefined): void {
    const message = { k: 't' as const, ...(contexts && { c: contexts }) };
    if (rooms.size < MANY_ROOMS) {
      for (const room of rooms) this.publish(room, message);
      return;
    }
    const channel = this.#channel(EVERYONE);
    this.#lists += 1;
    const kind = `t${this.#lists}`;
    this.#publisher?.put(channel, kind, () => this.#encode(channel, { ...message, r: [...rooms] }));
  }

  stats(): { ready: boolean; subscriptions: number; waiting: number; dropped: number } {
    return {
      ready: this.isReady,
      subscriptions: this.#subscriptions.size,
      waiting: this.#publisher?.waiting ?? 0,
      dropped: this.#publisher?.dropped ?? 0,
    };
  }

  close(): void {
    for (const adapter of [...this.adapters.values()]) adapter.close();
    this.#publisher = undefined;
    this.#subscriptions.clear();
    this.#subscriber?.close();
    this.#publishConnection?.close();
  }

  #channel(room: string): string {
    return `${this.#options.prefix}:room:${room}`;
  }

  #most(channel: string): number {
    return channel === this.#channel(EVERYONE) ? MAX_SERVER_MESSAGE_BYTES : MAX_MESSAGE_BYTES;
  }

  #encode(channel: string, message: Message): string {
    const text = JSON.stringify({ ...message, o: this.serverId });
    const sealed = this.#seal.seal(channel, text);
    if (Buffer.byteLength(sealed) <= this.#most(channel)) return sealed;
    // The other servers read a state that is too large to be sent from the database.
    return this.#seal.seal(channel, JSON.stringify({ k: 't', o: this.serverId }));
  }

  #receive(channel: string, bytes: Buffer): void {
    const start = `${this.#options.prefix}:room:`;
    if (!channel.startsWith(start)) return;
    const text = bytes.length > this.#most(channel) ? undefined : this.#seal.open(channel, bytes);
    const message = text === undefined ? undefined : readMessage(text);
    if (!message) this.#options.onForeign();
    else if (message.o === this.serverId) return;
    else if (message.k === 'a') this.adapters.get(message.n)?.onText(message.b);
    else if (message.k === 't' && message.r)
      for (const room of message.r) this.#options.onMessage(room, message, message.o);
    else this.#options.onMessage(channel.slice(start.length), message, message.o);
  }

  #subscribeNow(channel: string, subscription: Subscription): Promise<boolean> {
    const answer = this.#requestSubscription(channel);
    subscription.answer = answer;
    void answer.then((isConfirmed) => {
      if (isConfirmed && subscription.answer === answer) subscription.answer = true;
    });
    return answer;
  }

  async #requestSubscription(channel: string): Promise<boolean> {
    if (!this.#subscriber?.isReady) return false;
    try {
      await this.#subscriber.client.ssubscribe(channel);
      return true;
    } catch (error) {
      // After a lost connection, all channels are subscribed again on the next connection.
      if (/unknown command/i.test(String(error)) && !this.#isTooOld) {
        this.#isTooOld = true;
        this.#options.log.warn({ err: error }, 'rooms: Redis 7 or later is required');
      }
      return false;
    }
  }

  #tellReady(): void {
    if (this.isReady) for (const adapter of this.adapters.values()) adapter.onReady();
  }

  #resubscribe(): void {
    this.#catchingUp = undefined;
    if (this.#subscriptions.size === 0) return;
    const answers = [...this.#subscriptions].map((entry) => this.#subscribeNow(...entry));
    const catchingUp = {};
    this.#catchingUp = catchingUp;
    void Promise.all(answers).then(async (confirmed) => {
      if (!confirmed.every(Boolean)) return;
      this.#tellReady();
      await this.#options.onResubscribed?.();
      if (this.#catchingUp !== catchingUp) return;
      this.#catchingUp = undefined;
      for (const subscription of this.#subscriptions.values()) subscription.isLate = false;
    });
  }
}

/**
 * A message between servers about a room. Keys are short: a busy room sends many. `c`: the trace contexts of the change,
 * while the sender exports traces.
 */
export type RoomMessage =
  /** State at (epoch, version), committed at this wall time. */
  | { k: 's'; e: number; v: number; s: unknown; t: number; c?: string[] }
  /** The rows changed: receivers read them again. `r`: the rooms, in a message to all servers. */
  | { k: 't'; c?: string[]; r?: string[] }
  /** Number of watchers on the sender; `h`: it is new to the room and requests the counts of the others. */
  | { k: 'w'; n: number; h?: 1 };

/** Or a message between the adapters of namespace `n`. */
type Message = RoomMessage | { k: 'a'; n: string; b: string };

/** Returns a message with its sender `o`; undefined for an invalid one. */
function readMessage(text: string): (Message & { o: string }) | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { k, o, e, v, s, t, n, b, r } = (message ?? {}) as Record<string, unknown>;
  const areWhole = (...values: unknown[]) =>
    values.every((one) => Number.isSafeInteger(one) && Number(one) >= 0);
  const isValid =
    (k === 't' && (r === undefined || (Array.isArray(r) && r.every((room) => typeof room === 'string')))) ||
    (k === 's' && areWhole(e, v, t) && s !== undefined) ||
    (k === 'w' && areWhole(n)) ||
    (k === 'a' && typeof n === 'string' && typeof b === 'string');
  return isValid && typeof o === 'string' ? (message as Message & { o: string }) : undefined;
}
