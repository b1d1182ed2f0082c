import { randomBytes } from 'node:crypto';
import type { Bus, BusMessage } from './bus.ts';

/** The channel of all servers. No client can join a room of this name: it has no kind. */
const EVERYONE = 'servers';

type Listener = (from: string, body: unknown) => void;

/** Messages of a server to the same code on all others. Without Redis nothing is sent or received. */
export class ServerMessages {
  readonly #bus: Pick<Bus, 'serverId' | 'publish' | 'subscribe'>;
  readonly #listeners = new Map<string, Listener>();

  constructor(bus: Pick<Bus, 'serverId' | 'publish' | 'subscribe'>) {
    this.#bus = bus;
  }

  /** The id of this server, as the others see it. */
  get id(): string {
    return this.#bus.serverId;
  }

  /** The first listener subscribes. A lost connection is subscribed again. */
  on(topic: string, listener: Listener): void {
    if (this.#listeners.size === 0) void this.#bus.subscribe(EVERYONE);
    this.#listeners.set(topic, listener);
  }

  /** Never waits, never throws. The message is lost while Redis is unavailable. */
  send(topic: string, body: unknown): void {
    const id = randomBytes(9).toString('base64url');
    this.#bus.publish(EVERYONE, { k: 'm', a: topic, i: id, b: body });
  }

  receive(message: Extract<BusMessage, { k: 'm' }>): void {
    this.#listeners.get(message.a)?.(message.o, message.b);
  }
}
