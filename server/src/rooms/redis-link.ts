import { EventEmitter } from 'node:events';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

const HEARTBEAT_MS = 1_000;
const SILENT_AFTER_MS = 3_000;

const options: RedisOptions = {
  // Nothing waits for Redis: a command that cannot be sent now is refused now.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // The library's own resubscription has rejections that nobody handles; the bus does it instead.
  autoResubscribe: false,
  connectTimeout: 2_000,
  disableClientInfo: true,
  retryStrategy,
};

/** Jittered, so that servers do not come back to a restarted Redis in step. */
function retryStrategy(attempt: number): number {
  return Math.min(50 * 2 ** attempt, 1_000) * (0.5 + Math.random() / 2);
}

/**
 * One connection to Redis, or to a Cluster when the URL's scheme is `redis+cluster:` or `rediss+cluster:`. A server
 * that takes commands and answers none (stopped, cut off) is left and dialled again after three seconds of silence.
 */
export class RedisLink extends EventEmitter<{ ready: []; error: [Error]; message: [string, Buffer] }> {
  readonly client: RedisClient;
  readonly #heartbeat: NodeJS.Timeout;
  #heardAtMs = performance.now();

  constructor(url: string) {
    super();
    this.client = open(url);
    this.client.on('error', (error: Error) => this.emit('error', error));
    this.client.on('ready', () => {
      this.#heardAtMs = performance.now();
      this.emit('ready');
    });
    this.client.on('close', () => {
      this.#heardAtMs = performance.now();
    });
    // As bytes: whoever can reach Redis may publish more than is worth a string.
    this.client.on('smessageBuffer', (channel: Buffer, bytes: Buffer) => {
      this.#heardAtMs = performance.now();
      this.emit('message', channel.toString(), bytes);
    });
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  get isReady(): boolean {
    return this.client.status === 'ready';
  }

  heard(): void {
    this.#heardAtMs = performance.now();
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.client.disconnect();
  }

  #beat(): void {
    const { client } = this;
    // A Cluster watches its nodes itself.
    if (client instanceof Cluster) return;
    const { status } = client;
    if (status !== 'ready' && status !== 'connect' && status !== 'connecting') return;
    if (performance.now() - this.#heardAtMs > SILENT_AFTER_MS) {
      this.#heardAtMs = performance.now();
      client.disconnect(true);
      return;
    }
    if (status === 'ready')
      client.ping().then(
        () => this.heard(),
        () => {},
      );
  }
}

function open(url: string): RedisClient {
  const scheme = /^(rediss?)\+cluster:/.exec(url)?.[1];
  if (scheme === undefined) return new Redis(url, options);
  const { hostname, port, username, password } = new URL(url.replace('+cluster', ''));
  return new Cluster([{ host: hostname, port: Number(port || 6379) }], {
    shardedSubscribers: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retryStrategy,
    redisOptions: {
      ...options,
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      tls: scheme === 'rediss' ? {} : undefined,
    },
  });
}
