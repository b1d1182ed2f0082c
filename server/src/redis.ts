import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** What may be said to Redis by code that can do without an answer. */
export interface RedisConnections {
  /** Stands before every key; without `:`. */
  readonly prefix: string;
  /** Undefined: there is no Redis. Commands fail at once while it is away and after 50 ms while it does not answer. */
  readonly commands: Redis | Cluster | undefined;
  isReady(): boolean;
  close(): void;
}

export interface RedisConnectionsOptions {
  url: string | undefined;
  prefix: string;
  log: Pick<Logger, 'warn' | 'info'>;
}

const COMMAND_TIMEOUT_MS = 50;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;
const PING_EVERY_MS = 1_000;
/** Pings without an answer in a row: a busy second of this process is no outage. */
const PINGS_MISSED = 3;

/** Never waits for Redis and never throws because of it: each outage is one line in the log, and its end another (P1). */
export function connectRedis({ url, prefix, log }: RedisConnectionsOptions): RedisConnections {
  if (url === undefined) {
    return { prefix, commands: undefined, isReady: () => false, close: () => undefined };
  }
  let isAway = false;
  let isClosed = false;
  const commands = open(url);
  commands.on('error', (error: Error) => {
    if (!isAway && !isClosed) log.warn({ err: error }, 'Redis is away: serving without it');
    isAway = true;
  });
  commands.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
  const watch = watchAnswers(commands, log);
  return {
    prefix,
    commands,
    isReady: () => commands.status === 'ready',
    close: () => {
      isClosed = true;
      clearInterval(watch);
      commands.disconnect();
    },
  };
}

/** A Redis that stands still keeps its connections, so no event tells of it. */
function watchAnswers(commands: Redis | Cluster, log: RedisConnectionsOptions['log']): NodeJS.Timeout {
  let missed = 0;
  const answers = () => {
    if (missed >= PINGS_MISSED) log.info('Redis answers again');
    missed = 0;
  };
  const isSilent = (error: Error) => {
    missed += 1;
    if (missed === PINGS_MISSED) log.warn({ err: error }, 'Redis does not answer: serving without it');
  };
  return setInterval(() => {
    // A lost connection is told by its events.
    if (commands.status === 'ready') commands.ping().then(answers, isSilent);
  }, PING_EVERY_MS).unref();
}

/** Jittered, so that servers do not come back to a restarted Redis in step. */
const retryStrategy = (times: number) =>
  Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(times, 6)) * (0.75 + Math.random() / 2);

function open(url: string): Redis | Cluster {
  const options: RedisOptions = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // The library tells Redis its version with a promise that nobody handles.
    disableClientInfo: true,
    retryStrategy,
  };
  const scheme = /^(rediss?)\+cluster:/.exec(url)?.[1];
  if (scheme === undefined) return new Redis(url, options);
  const node = new URL(url);
  return new Cluster([{ host: node.hostname, port: Number(node.port || 6379) }], {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryStrategy,
    redisOptions: {
      ...options,
      username: decodeURIComponent(node.username) || undefined,
      password: decodeURIComponent(node.password) || undefined,
      tls: scheme === 'rediss' ? {} : undefined,
    },
  });
}
