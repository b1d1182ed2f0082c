import type { Clock } from '../../clock.ts';
import type { RedisConnections } from '../../redis.ts';

/** A server that was not seen for this long is gone. */
const GONE_AFTER_MS = 15_000;
/** The longest setting of the trace. */
const FORGET_AFTER_MS = 3_600_000;
/** After the id of a server that has stopped. */
const STOPPED = '!';

export interface SeenServer {
  id: string;
  seenAt: number;
  isGone: boolean;
}

/** Which servers run, and which ran in the last hour: each notes itself in Redis every five seconds. */
export class ServersSeen {
  readonly #redis: RedisConnections;
  readonly #clock: Clock;
  readonly #id: string;

  constructor(redis: RedisConnections, clock: Clock, id: string) {
    this.#redis = redis;
    this.#clock = clock;
    this.#id = id;
  }

  /** Notes that this server stops. */
  noteStop(): void {
    const { commands } = this.#redis;
    if (!commands || !this.#redis.isReady()) return;
    const now = this.#clock.wallMs();
    commands
      .multi()
      .zrem(this.#key, this.#id)
      .zadd(this.#key, now, `${this.#id}${STOPPED}`)
      .exec()
      .catch(() => {});
  }

  /** Never throws: the next one tries again. */
  async note(): Promise<void> {
    const { commands } = this.#redis;
    if (!commands || !this.#redis.isReady()) return;
    await commands.zadd(this.#key, this.#clock.wallMs(), this.#id).catch(() => undefined);
  }

  /** Returns the other servers; undefined when Redis does not answer. */
  async others(): Promise<SeenServer[] | undefined> {
    const { commands } = this.#redis;
    if (!commands) return [];
    if (!this.#redis.isReady()) return undefined;
    const nowMs = this.#clock.wallMs();
    try {
      await commands.zremrangebyscore(this.#key, '-inf', nowMs - FORGET_AFTER_MS);
      const found = await commands.zrange(this.#key, '0', '-1', 'WITHSCORES');
      const others: SeenServer[] = [];
      for (let at = 0; at < found.length; at += 2) {
        const [member = '', seenAt = 0] = [found[at], Number(found[at + 1])];
        const hasStopped = member.endsWith(STOPPED);
        const id = hasStopped ? member.slice(0, -STOPPED.length) : member;
        if (id !== this.#id)
          others.push({ id, seenAt, isGone: hasStopped || nowMs - seenAt > GONE_AFTER_MS });
      }
      return others;
    } catch {
      return undefined;
    }
  }

  get #key(): string {
    return `{${this.#redis.prefix}}:servers`;
  }
}
