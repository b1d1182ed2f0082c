import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { skipTime } from '@copup/testkit/skip-time.ts';
import { expect, it, vi } from 'vitest';
import { connectRedis } from './redis.ts';

it('P1 logs once that Redis does not answer, and once that it is available again', async () => {
  const own = await OwnRedis.create();
  await own.start();
  const log = { warn: vi.fn(), info: vi.fn() };
  const redis = connectRedis({ url: own.url, prefix: 'p', log });
  try {
    await vi.waitFor(() => expect(redis.isReady()).toBe(true));
    own.freeze();
    skipTime(3_000);
    const text = 'Redis does not answer: continuing without it';
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith(expect.anything(), text), {
      timeout: 10_000,
    });
    own.thaw();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith('Redis is available again'), {
      timeout: 10_000,
    });
    expect(redis.isReady()).toBe(true);
    expect(log.warn).toHaveBeenCalledTimes(1);
  } finally {
    vi.restoreAllMocks();
    redis.close();
    await own.remove();
  }
});
