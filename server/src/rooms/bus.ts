import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { withDeadline } from '../concurrency/deadline.ts';
import { OutageLog, RedisConnection } from '../redis.ts';
import { MessageSeal } from './message-seal.ts';
import { Outbox } from './outbox.ts';

/** A join waits this long for the subscription; then the heal has to do. */
const SUBSCRIBE_WITHIN_MS = 300;
/** Many times the largest state of a room. A larger message is neither sent nor looked at. */
const MAX_MESSAGE_BYTES = 64 * 1024;

// The library's own resubscription has rejections that it does not handle; the bus resubscribes.
const subscriptions = { autoResubscribe: false };

const CONFIRMED = Promise.resolve(true);

// A message without its sender: the bus signs it.
type Unsigned<Message> = Message extends { o: string } ? Omit<Message, 'o'> : never;
export type OwnMessage = Unsigned<BusMessage>;

export interface BusOptions {
  /** Without one this server is alone and everything here does nothing. */
  url: string | undefined;
  prefix: string;
  /** What all servers of this deployment share; keys the signature of each message. */
  secret: Buffer;
  onMessage: (room: string, message: BusMessage) => void;
  log: Pick<Logger, 'warn' | 'info'>;
  /** A message was dropped that no server of this deployment can have sent. */
  onForeign: () => void;
  /** The subscriptions were lost and are back. Resolves when what was missed meanwhile has been read. */
  onResubscribed?: () => Promise<void>;
}

/**
 * Carries room news between servers on sharded pub/sub, one channel per room with local members. It only carries:
 * nothing waits for it, each queue is bounded, and without Redis it falls silent.
 */
export class Bus {
  readonly serverId = randomBytes(9).toString('base64url');
  readonly #options: BusOptions;
  readonly #seal: MessageSeal;
  readonly #subscriber: RedisConnection | undefined;
  readonly #publisher: RedisConnection | undefined;
  readonly #outbox: Outbox | undefined;
  /** Channels that should be subscribed, with the answer to their latest subscription; true once it was confirmed. */
  readonly #wanted = new Map<string, Promise<boolean> | true>();
  /** Channels whose subscription may have been confirmed after their room was read. */
  readonly #late = new Set<string>();
  #isTooOld = false;
  /** Set while what was missed during a lost connection is being read. */
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
    const [subscriber, publisher] = [open(), open()];
    this.#subscriber = subscriber;
    this.#publisher = publisher;
    this.#outbox = new Outbox(publisher);
    subscriber.on('ready', () => this.#resubscribe());
    subscriber.on('message', (channel, bytes) => this.#receive(channel, bytes));
  }

  get isReady(): boolean {
    return this.#subscriber?.isReady === true && this.#publisher?.isReady === true;
  }

  /** Resolves within 300 ms, with whether news of this room will come. Never rejects. */
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

  /** Whether this server has received each message about this room, as far as it can know. */
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

  /** Of several that wait for one room and kind, only the last is sent: each is full state. */
  publish(room: string, message: OwnMessage): void {
    const channel = this.#channel(room);
    this.#outbox?.put(channel, message.k, () => this.#encode(channel, message));
  }

  stats(): { ready: boolean; subscriptions: number; waiting: number; dropped: number } {
    return {
      ready: this.isReady,
      subscriptions: this.#wanted.size,
      waiting: this.#outbox?.waiting ?? 0,
      dropped: this.#outbox?.dropped ?? 0,
    };
  }

  close(): void {
    this.#wanted.clear();
    this.#subscriber?.close();
    this.#publisher?.close();
  }

  #channel(room: string): string {
    return `${this.#options.prefix}:room:${room}`;
  }

  #encode(channel: string, message: OwnMessage): string {
    const text = JSON.stringify({ ...message, o: this.serverId });
    const sealed = this.#seal.seal(channel, text);
    if (Buffer.byteLength(sealed) <= MAX_MESSAGE_BYTES) return sealed;
    // The others read from the database what is too large to be sent.
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
      // After a lost connection, with the next connection everything wanted is subscribed again.
      if (/unknown command/i.test(String(error)) && !this.#isTooOld) {
        this.#isTooOld = true;
        this.#options.log.warn({ err: error }, 'rooms: Redis 7 is needed');
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

/** What servers tell one another about a room. Keys are short: a busy auction sends many. */
export type BusMessage =
  /** State at (epoch, version), committed at this wall time. */
  | { k: 's'; o: string; e: number; v: number; s: unknown; t: number }
  /** The rows changed: read them again. */
  | { k: 't'; o: string }
  /** So many watch at server `o`; `h`: it is new to the room and asks the others for theirs. */
  | { k: 'w'; o: string; n: number; h?: 1 };

/** Undefined for anything that is no message of ours: the channel is shared with whoever can reach Redis. */
function readBusMessage(text: string): BusMessage | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null) return undefined;
  const { k, o, e, v, t, n } = message as Record<string, unknown>;
  if (typeof o !== 'string' || o.length > 64) return undefined;
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if (k === 't') return message as BusMessage;
  if (k === 's' && isWhole(e) && isWhole(v) && isWhole(t) && 's' in message) return message as BusMessage;
  if (k === 'w' && isWhole(n)) return message as BusMessage;
  return undefined;
}
