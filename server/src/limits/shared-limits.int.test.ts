import { afterEach, describe, expect, it, vi } from 'vitest';
import { testRedis } from '../../test/databases.ts';
import { OwnRedis } from '../../test/own-redis.ts';
import { systemClock } from '../clock.ts';
import { connectRedis, type RedisConnections } from '../redis.ts';
import { createRateLimits } from './rate-limits.ts';

const opened: RedisConnections[] = [];
const log = { warn: vi.fn(), info: vi.fn() };
const limited = expect.objectContaining({ code: 'RATE_LIMITED' });

function server(at: { url: string; prefix: string }) {
  const redis = connectRedis({ ...at, log });
  opened.push(redis);
  const limits = createRateLimits({ clock: systemClock, redis });
  const isReady = () => vi.waitFor(() => expect(redis.isReady()).toBe(true), { timeout: 10_000 });
  return { limits, isReady };
}
afterEach(() => {
  for (const redis of opened.splice(0)) redis.close();
});

describe('rate limits of several servers', () => {
  it('are added up over Redis', async () => {
    const at = testRedis();
    const [here, there] = [server(at), server(at)];
    await Promise.all([here.isReady(), there.isReady()]);
    for (let nth = 0; nth < 4; nth += 1) here.limits.consume('login', 'ada');
    there.limits.consume('login', 'ada');
    await here.limits.share();
    await there.limits.share();
    expect(() => there.limits.consume('login', 'ada')).toThrow(limited);
    // Five in all, of which this one knows four: one more is told to it with the next.
    here.limits.consume('login', 'ada');
    await here.limits.share();
    expect(() => here.limits.consume('login', 'ada')).toThrow(limited);
    there.limits.consume('login', 'tunde');
  });

  it("P1 are each server's own while Redis is away, and nothing is thrown because of it", async () => {
    const { limits } = server({ url: 'redis://127.0.0.1:1', prefix: 'away' });
    for (let nth = 0; nth < 5; nth += 1) limits.consume('login', 'ada');
    await limits.share();
    expect(() => limits.consume('login', 'ada')).toThrow(limited);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
  });

  it('P1 wait for no Redis that stands still, and are added up again after a restart', async () => {
    const redis = await OwnRedis.create();
    await redis.start();
    try {
      const at = { url: redis.url, prefix: 'p' };
      const [here, there] = [server(at), server(at)];
      await Promise.all([here.isReady(), there.isReady()]);
      redis.signal('SIGSTOP');
      for (let nth = 0; nth < 5; nth += 1) here.limits.consume('login', 'ada');
      await here.limits.share();
      expect(() => here.limits.consume('login', 'ada')).toThrow(limited);
      redis.signal('SIGCONT');
      await redis.kill();
      await redis.start();
      await Promise.all([here.isReady(), there.isReady()]);
      for (let nth = 0; nth < 3; nth += 1) here.limits.consume('code', 'bisi');
      there.limits.consume('code', 'bisi');
      await here.limits.share();
      await there.limits.share();
      expect(() => there.limits.consume('code', 'bisi')).toThrow(limited);
    } finally {
      await redis.remove();
    }
  });
});
