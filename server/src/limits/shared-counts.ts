import type { RedisConnections } from '../redis.ts';

export interface CountToShare {
  key: string;
  added: number;
  /** Until the teller's window ends; a shared window that begins with this count ends then too. */
  leftMs: number;
  /** Of its rule. A shared window that would last longer is one from before a step of Redis' clock. */
  windowMs: number;
}
export interface SharedCount {
  key: string;
  /** Over all servers. */
  points: number;
  leftMs: number;
}

/** Keys told in one round trip. */
const CHUNK = 200;
// The window is that of the server that shares a count first. A key that lives longer than its rule, or for ever, was
// left by a step of Redis' clock and begins anew.
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

/** Adds this server's counts to everybody's. Rejects when Redis is away or slow; the counts are then this server's own. */
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
      // One hash tag keeps a script's keys together in a Cluster.
      ...chunk.map(({ key }) => `${redis.prefix}:{limits}:${key}`),
      ...chunk.flatMap(({ added, leftMs, windowMs }) => [added, leftMs, windowMs]),
    )) as number[];
    chunk.forEach(({ key }, index) => {
      shared.push({ key, points: Number(reply[index * 2]), leftMs: Number(reply[index * 2 + 1]) });
    });
  }
  return shared;
}
