import { EventEmitter } from 'node:events';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

export type RedisClient = Redis | Cluster;

const CONNECT_TIMEOUT_MS = 2_000;
const COMMAND_TIMEOUT_MS = 50;
const HEARTBEAT_MS = 1_000;
/** Three missed heartbeats: one busy second of this process does not count as an outage. */
const SILENT_AFTER_MS = 3_000;
const LONGEST_PAUSE_MS = 1_000;

const baseOptions: RedisOptions = {
  // No caller waits for Redis: a command that cannot be sent now fails now.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // The library sends client information to Redis with a promise whose rejection it does not handle.
  disableClientInfo: true,
  retryStrategy,
};

/** With jitter, so that servers do not reconnect to a restarted Redis at the same moments. */
function retryStrategy(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 6), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

/** Logs one line for each outage and one for its end, for all connections of one owner. */
export class OutageLog {
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  readonly #consequence: string;
  readonly #lost = new Set<object>();

  /** `consequence` is the part of the log line about the operation without Redis. */
  constructor(log: Pick<Logger, 'warn' | 'info'>, consequence: string) {
    this.#log = log;
    this.#consequence = consequence;
  }

  lost(connection: object, what: 'is unavailable' | 'does not answer', error?: Error): void {
    if (this.#lost.size === 0) this.#log.warn({ err: error }, `Redis ${what}: ${this.#consequence}`);
    this.#lost.add(connection);
  }

  ready(connection: object): void {
    if (this.#lost.delete(connection) && this.#lost.size === 0) this.#log.info('Redis is available again');
  }

  /** Forgets a connection that was closed on purpose. */
  forget(connection: object): void {
    this.#lost.delete(connection);
  }
}

export interface RedisConnectionOptions {
  url: string;
  outages: OutageLog;
  options?: RedisOptions;
  /** In a Redis Cluster, `ssubscribe` needs a connection to each node. */
  isShardedSubscriber?: boolean;
  /** False for a connection with blocking commands, whose replies arrive late. True by default. */
  hasHeartbeat?: boolean;
}

/**
 * One connection to Redis, or to a Cluster when the URL's scheme is `redis+cluster:` or `rediss+cluster:`. Never
 * throws. Replaces a connection to a server that accepts commands and answers none (frozen, cut off) after three
 * seconds.
 */
export class RedisConnection extends EventEmitter<{ ready: []; message: [channel: string, bytes: Buffer] }> {
  readonly client: RedisClient;
  readonly #outages: OutageLog;
  readonly #duplicates: RedisClient[] = [];
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #repliedAtMs = performance.now();
  #isClosed = false;

  constructor({ url, outages, options, isShardedSubscriber, hasHeartbeat = true }: RedisConnectionOptions) {
    super();
    this.#outages = outages;
    this.client = this.#watch(open(url, { ...baseOptions, ...options }, isShardedSubscriber === true));
    this.client.on('ready', () => {
      this.noteReply();
      this.emit('ready');
    });
    this.client.on('close', () => this.noteReply());
    // As bytes: any client of Redis may publish messages that are too large to be worth decoding.
    this.client.on('smessageBuffer', (channel: Buffer, bytes: Buffer) => {
      this.noteReply();
      this.emit('message', channel.toString(), bytes);
    });
    if (hasHeartbeat) this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  /** Notes a reply from Redis, which replaces a heartbeat. */
  noteReply(): void {
    this.#repliedAtMs = performance.now();
  }

  /** Closes the connection and all its duplicates. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const client of [this.client, ...this.#duplicates]) {
      this.#outages.forget(client);
      client.disconnect();
    }
  }

  /** Watches outages of the client and of its duplicates, which BullMQ creates. */
  #watch<Client extends RedisClient>(client: Client): Client {
    client.on('error', (error: Error) => {
      if (!this.#isClosed) this.#outages.lost(client, 'is unavailable', error);
    });
    client.on('ready', () => this.#outages.ready(client));
    const duplicate = client.duplicate.bind(client) as (...options: unknown[]) => Client;
    client.duplicate = ((...options: unknown[]) => {
      const copy = this.#watch(duplicate(...options));
      this.#duplicates.push(copy);
      return copy;
    }) as Client['duplicate'];
    return client;
  }

  #beat(): void {
    const { client } = this;
    // A Cluster client watches its nodes itself.
    if (client instanceof Cluster) return;
    const { status } = client;
    if (status !== 'ready' && status !== 'connect' && status !== 'connecting') return;
    if (performance.now() - this.#repliedAtMs > SILENT_AFTER_MS) {
      this.noteReply();
      this.#outages.lost(client, 'does not answer');
      client.disconnect(true);
      return;
    }
    if (status === 'ready')
      client.ping().then(
        () => this.noteReply(),
        () => {},
      );
  }
}

function open(url: string, options: RedisOptions, isShardedSubscriber: boolean): RedisClient {
  const scheme = /^(rediss?)\+cluster:/.exec(url)?.[1];
  if (scheme === undefined) return new Redis(url, options);
  const { hostname, port, username, password } = new URL(url);
  return new Cluster([{ host: hostname, port: Number(port || 6379) }], {
    shardedSubscribers: isShardedSubscriber,
    enableOfflineQueue: options.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryStrategy,
    redisOptions: {
      ...options,
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      tls: scheme === 'rediss' ? {} : undefined,
    },
  });
}

/** Redis for code that works without it. */
export interface RedisConnections {
  /** Prefix of every key; without `:`. */
  readonly prefix: string;
  /** Undefined: there is no Redis. Commands fail at once while it is unavailable and after 50 ms while it does not answer. */
  readonly commands: RedisClient | undefined;
  isReady(): boolean;
  close(): void;
}

export interface RedisConnectionsOptions {
  url: string | undefined;
  prefix: string;
  log: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Connects to Redis. Never waits for it and never throws: each outage is one line in the log, and its end another (P1).
 */
export function connectRedis({ url, prefix, log }: RedisConnectionsOptions): RedisConnections {
  if (url === undefined) return { prefix, commands: undefined, isReady: () => false, close: () => undefined };
  const connection = new RedisConnection({
    url,
    outages: new OutageLog(log, 'continuing without it'),
    options: { commandTimeout: COMMAND_TIMEOUT_MS },
  });
  return {
    prefix,
    commands: connection.client,
    isReady: () => connection.isReady,
    close: () => connection.close(),
  };
}
