import type { RedisConnections } from '../redis.ts';

export interface CountToShare {
  key: string;
  added: number;
  /** Until the teller's window ends; a shared window that begins with this count ends then too. */
  leftMs: number;
}
export interface SharedCount {
  key: string;
  /** Over all servers. */
  points: number;
  leftMs: number;
}

/** Keys told in one round trip. */
const CHUNK = 200;
// The window is that of the server that tells of it first.
const SCRIPT = `local out = {}
for i, key in ipairs(KEYS) do
  local points = redis.call('INCRBY', key, ARGV[i * 2 - 1])
  local left = redis.call('PTTL', key)
  if left < 0 then
    redis.call('PEXPIRE', key, ARGV[i * 2])
    left = tonumber(ARGV[i * 2])
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
      ...chunk.flatMap(({ added, leftMs }) => [added, leftMs]),
    )) as number[];
    chunk.forEach(({ key }, index) => {
      shared.push({ key, points: Number(reply[index * 2]), leftMs: Number(reply[index * 2 + 1]) });
    });
  }
  return shared;
}
