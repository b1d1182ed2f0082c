import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { expect, it, vi } from 'vitest';
import { connectRedis } from './redis.ts';

it('P1 tells once of a Redis that stands still, and of its return', async () => {
  const own = await OwnRedis.create();
  await own.start();
  const log = { warn: vi.fn(), info: vi.fn() };
  const redis = connectRedis({ url: own.url, prefix: 'p', log });
  try {
    await vi.waitFor(() => expect(redis.isReady()).toBe(true), { timeout: 10_000 });
    own.freeze();
    const text = 'Redis does not answer: serving without it';
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith(expect.anything(), text), {
      timeout: 10_000,
    });
    expect(redis.isReady()).toBe(true);
    own.thaw();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledWith('Redis answers again'), { timeout: 10_000 });
    expect(log.warn).toHaveBeenCalledTimes(1);
  } finally {
    redis.close();
    await own.remove();
  }
});
