import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Jittered, so that servers do not come back to a restarted Redis in step. */
export const retryStrategy = (times: number): number =>
  Math.min(2_000, 50 * 2 ** Math.min(times, 6)) * (0.75 + Math.random() / 2);

/** A connection to one Redis, or with `redis+cluster:` to the cluster behind this node. Errors are events, never thrown. */
export function openRedisLine(url: string, options: RedisOptions): Redis | Cluster {
  const scheme = /^(rediss?)\+cluster:/.exec(url)?.[1];
  if (scheme === undefined) return new Redis(url, { ...options, retryStrategy });
  const node = new URL(url);
  return new Cluster([{ host: node.hostname, port: Number(node.port || 6379) }], {
    enableOfflineQueue: options.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryStrategy,
    redisOptions: {
      ...options,
      username: decodeURIComponent(node.username) || undefined,
      password: decodeURIComponent(node.password) || undefined,
      tls: scheme === 'rediss' ? {} : undefined,
    },
  });
}
