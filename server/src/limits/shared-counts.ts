import type { RedisConnections } from '../redis.ts';

export interface CountToShare {
  key: string;
  added: number;
  /** Until the sending server's window ends; a shared window that starts with this count ends then too. */
  leftMs: number;
  /** The rule's window. A shared window that would last longer dates from before a jump of Redis' clock. */
  windowMs: number;
}
export interface SharedCount {
  key: string;
  /** Sum over all servers. */
  points: number;
  leftMs: number;
}

/** Maximum number of keys sent in one round trip. */
const CHUNK = 200;
// The window is that of the server that shares a count first. A key that would live longer than its rule, or for ever,
// results from a jump of Redis' clock and is reset.
const SCRIPT = `local out = {}
for i, key in ipairs(KEYS) do
  local added, left_here, window = ARGV[i * 3 - 2], tonumber(ARGV[i * 3 - 1]), tonumber(ARGV[i * 3])
  local points = redis.call('INCRBY', key, added)
  local left = redis.call('PTTL', key)
  if left < 0 or left > window then
    redis.call('SET', key, added, 'PX', left_here)
    points = tonumber(added)
    left = left_here
  end
  out[#out + 1] = points
  out[#out + 1] = left
end
return out`;

/**
 * Adds this server's counts to the shared ones. Rejects when Redis is unavailable or slow; the counts then stay local.
 */
export async function shareCounts(
  redis: RedisConnections,
  counts: readonly CountToShare[],
): Promise<SharedCount[]> {
  const shared: SharedCount[] = [];
  for (let at = 0; at < counts.length; at += CHUNK) {
    const chunk = counts.slice(at, at + CHUNK);
    if (!redis.commands || !redis.isReady()) return shared;
    const reply = (await redis.commands.eval(
      SCRIPT,
      chunk.length,
      // One hash tag keeps a script's keys on one node of a Redis Cluster.
      ...chunk.map(({ key }) => `${redis.prefix}:{limits}:${key}`),
      ...chunk.flatMap(({ added, leftMs, windowMs }) => [added, leftMs, windowMs]),
    )) as number[];
    chunk.forEach(({ key }, index) => {
      shared.push({ key, points: Number(reply[index * 2]), leftMs: Number(reply[index * 2 + 1]) });
    });
  }
  return shared;
}
