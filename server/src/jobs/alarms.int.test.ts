import { testRedis } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { Queue } from 'bullmq';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Alarms } from './alarms.ts';
import { createAlarms } from './alarms.ts';

const clock = { wallMs: () => Date.now() };
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const inMs = (ms: number) => new Date(Date.now() + ms);
const open: Alarms[] = [];
const servers: OwnRedis[] = [];

function alarmsOn(redis: { url: string; prefix: string }): Alarms {
  const alarms = createAlarms({ redisUrl: redis.url, prefix: redis.prefix, log, clock });
  open.push(alarms);
  return alarms;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((alarms) => alarms.close()));
  await Promise.all(servers.splice(0).map((server) => server.remove()));
});

/** A Redis of this test's own. Nothing listens on its port until it is started. */
async function ownRedis(): Promise<OwnRedis> {
  const redis = await OwnRedis.create();
  servers.push(redis);
  return redis;
}

describe('alarms', () => {
  it('ring once at their time, whoever of several workers hears them', async () => {
    const redis = testRedis();
    const rung: string[] = [];
    const all = Promise.withResolvers<void>();
    for (const alarms of [alarmsOn(redis), alarmsOn(redis)]) {
      alarms.define('close', async (id) => {
        rung.push(id);
        if (rung.length === 50) all.resolve();
        return undefined;
      });
      alarms.start();
    }
    const setter = alarmsOn(redis);
    await vi.waitUntil(
      () => {
        setter.set('probe', 'unknown-kind', inMs(3_600_000));
        return setter.stats().set > 0;
      },
      { timeout: 10_000 },
    );
    const at = inMs(200);
    for (let id = 1; id <= 50; id += 1) {
      setter.set('close', String(id), at);
      setter.set('close', String(id), at);
    }
    await all.promise;
    expect(new Set(rung).size).toBe(50);
    expect(rung).toHaveLength(50);
  });

  it('A5 an alarm that finds a later end sets itself again', async () => {
    const alarms = alarmsOn(testRedis());
    const done = Promise.withResolvers<void>();
    let rings = 0;
    const at = inMs(50);
    alarms.define('close', async () => {
      rings += 1;
      // The same instant again, as a server whose clock runs ahead of the database's sees it, then a later one.
      if (rings === 1) return at;
      if (rings === 2) return inMs(50);
      done.resolve();
      return undefined;
    });
    alarms.start();
    await vi.waitUntil(
      () => {
        alarms.set('close', '7', at);
        return alarms.stats().set > 0;
      },
      { timeout: 10_000 },
    );
    await done.promise;
    expect(rings).toBe(3);
  });

  it('P3 jobs that are corrupt, unknown or repeated are ignored, and alarms ring all the same', async () => {
    const redis = await ownRedis();
    await redis.start();
    const alarms = alarmsOn({ url: redis.url, prefix: 'corrupt' });
    const rung: string[] = [];
    alarms.define('close', async (id) => {
      rung.push(id);
      return undefined;
    });
    const queue = new Queue('alarms', {
      connection: { url: redis.url },
      prefix: '{corrupt}',
      skipVersionCheck: true,
    });
    const corrupt: [string, unknown][] = [
      ['close', null],
      ['close', 'text'],
      ['close', { id: 7, again: 0 }],
      ['close', { id: '7' }],
      ['close', { id: '7', again: -1 }],
      ['close', { id: "7'; DROP TABLE auctions", again: 0 }],
      ['close', { id: 'x'.repeat(100_000), again: 0 }],
      ['nobody knows this', { id: '7', again: 0 }],
      ['constructor', { id: '7', again: 0 }],
    ];
    await queue.addBulk(corrupt.map(([name, data]) => ({ name, data, opts: { removeOnComplete: true } })));
    // A job without its row, and one whose row cannot be parsed.
    await redis.command('LPUSH', '{corrupt}:alarms:wait', 'no-row', 'broken-row');
    await redis.command('HSET', '{corrupt}:alarms:broken-row', 'name', 'close', 'data', '{');
    for (const _ of [1, 2]) await queue.add('close', { id: 'good', again: 0 }, { removeOnComplete: true });
    log.error.mockClear();
    alarms.start();
    // The job without a row arrives empty.
    const seen = () => ({ rung: rung.length, ignored: alarms.stats().ignored });
    await expect.poll(seen, { timeout: 10_000 }).toEqual({ rung: 2, ignored: corrupt.length + 1 });
    alarms.set('close', 'later', new Date());
    await vi.waitUntil(() => rung.includes('later'), { timeout: 10_000 });
    expect(rung).toEqual(['good', 'good', 'later']);
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn.mock.calls.filter(([, text]) => /cannot be read/.test(text))).toHaveLength(1);
    await queue.close();
  });

  it('P1 Redis away at the start: nothing hangs or throws, and alarms ring once it is there', async () => {
    const redis = await ownRedis();
    const alarms = alarmsOn({ url: redis.url, prefix: 'away' });
    const rung = Promise.withResolvers<string>();
    alarms.define('close', async (id) => {
      rung.resolve(id);
      return undefined;
    });
    alarms.start();
    for (let id = 0; id < 1_000; id += 1) alarms.set('close', `lost${id}`, new Date());
    await vi.waitUntil(() => alarms.stats().dropped === 1_000, { timeout: 10_000 });
    await redis.start();
    await vi.waitUntil(
      () => {
        if (alarms.stats().set === 0) alarms.set('close', 'heard', new Date());
        return alarms.stats().set > 0;
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(await rung.promise).toBe('heard');
  });

  it('P1 Redis flushed, killed, started again empty and stopped: alarms work again, close ends', async () => {
    const redis = await ownRedis();
    await redis.start();
    const alarms = alarmsOn({ url: redis.url, prefix: 'drill' });
    const rung = new Set<string>();
    alarms.define('close', async (id) => {
      rung.add(id);
      return undefined;
    });
    alarms.start();
    const ringsAgain = (id: string) =>
      vi.waitUntil(
        () => {
          alarms.set('close', id, new Date());
          return rung.has(id);
        },
        { timeout: 20_000, interval: 100 },
      );
    await ringsAgain('before');
    await redis.command('FLUSHALL');
    await ringsAgain('flushed');
    await redis.kill();
    await redis.start();
    await ringsAgain('restarted');
    redis.freeze();
    alarms.set('close', 'while stopped', new Date());
    await alarms.close();
    redis.thaw();
  });

  it('without Redis configured every alarm is left to the sweeps', async () => {
    const alarms = createAlarms({ redisUrl: undefined, prefix: 'none', log, clock });
    alarms.start();
    alarms.set('close', '1', new Date());
    expect(alarms.stats()).toMatchObject({ set: 0, dropped: 1 });
    await alarms.close();
  });
});
