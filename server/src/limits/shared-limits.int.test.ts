import { testRedis } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { connectRedis, type RedisConnections } from '../redis.ts';
import { RateLimits } from './rate-limits.ts';

const opened: RedisConnections[] = [];
const log = { warn: vi.fn(), info: vi.fn() };
const limited = expect.objectContaining({ code: 'RATE_LIMITED' });

function server(at: { url: string; prefix: string }) {
  const redis = connectRedis({ ...at, log });
  opened.push(redis);
  const limits = new RateLimits({ clock: systemClock, redis });
  const isReady = () => vi.waitFor(() => expect(redis.isReady()).toBe(true));
  return { limits, isReady, redis };
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
    // Five in all, of which this server knows four: it receives one more with the next call.
    here.limits.consume('login', 'ada');
    await here.limits.share();
    expect(() => here.limits.consume('login', 'ada')).toThrow(limited);
    there.limits.consume('login', 'tunde');
  });

  it.each([
    ['an end far in the future', 'PEXPIREAT', [String(Date.now() + 7_200_000)]],
    ['no end', 'PERSIST', []],
  ])('S2a end with their rule after a jump of Redis’ clock that left %s', async (_what, command, args) => {
    const at = testRedis();
    const { limits, redis, isReady } = server(at);
    await isReady();
    let nth = 0;
    // A Redis that is briefly slow is not waited for; then another name is tried.
    const name = await vi.waitFor(
      async () => {
        nth += 1;
        const key = `${at.prefix}:{limits}:login:ada${nth}`;
        await redis.commands?.set(key, 5);
        await redis.commands?.call(command, key, ...args);
        limits.consume('login', `ada${nth}`);
        await limits.share();
        const leftMs = (await redis.commands?.pttl(key)) ?? -1;
        expect(leftMs > 0 && leftMs <= 60_000).toBe(true);
        return `ada${nth}`;
      },
      { timeout: 10_000 },
    );
    for (let taken = 1; taken < 5; taken += 1) limits.consume('login', name);
    expect(() => limits.consume('login', name)).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        retryAfterS: expect.toSatisfy((s: number) => s <= 60),
      }),
    );
  });

  it('P1 count locally while Redis is unavailable, and nothing throws', async () => {
    const { limits } = server({ url: 'redis://127.0.0.1:1', prefix: 'away' });
    for (let nth = 0; nth < 5; nth += 1) limits.consume('login', 'ada');
    await limits.share();
    expect(() => limits.consume('login', 'ada')).toThrow(limited);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
  });

  it('P1 do not wait for a frozen Redis, and are added up again after a restart', async () => {
    const redis = await OwnRedis.create();
    await redis.start();
    try {
      const at = { url: redis.url, prefix: 'p' };
      const [here, there] = [server(at), server(at)];
      await Promise.all([here.isReady(), there.isReady()]);
      redis.freeze();
      for (let nth = 0; nth < 5; nth += 1) here.limits.consume('login', 'ada');
      await here.limits.share();
      expect(() => here.limits.consume('login', 'ada')).toThrow(limited);
      redis.thaw();
      await redis.kill();
      await redis.start();
      await Promise.all([here.isReady(), there.isReady()]);
      for (let nth = 0; nth < 3; nth += 1) here.limits.consume('notifyMe', 'bisi');
      there.limits.consume('notifyMe', 'bisi');
      await here.limits.share();
      await there.limits.share();
      expect(() => there.limits.consume('notifyMe', 'bisi')).toThrow(limited);
    } finally {
      await redis.remove();
    }
  });
});
