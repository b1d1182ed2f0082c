import { testRedis } from '@copup/testkit/databases.ts';
import { OwnRedis } from '@copup/testkit/own-redis.ts';
import { Queue } from 'bullmq';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScheduledJobs } from './scheduled-jobs.ts';

const clock = { wallMs: () => Date.now() };
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const inMs = (ms: number) => new Date(Date.now() + ms);
const open: ScheduledJobs[] = [];
const servers: OwnRedis[] = [];

function jobsOn(redis: { url: string; prefix: string }): ScheduledJobs {
  const jobs = new ScheduledJobs({ redisUrl: redis.url, prefix: redis.prefix, log, clock });
  open.push(jobs);
  return jobs;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.close()));
  await Promise.all(servers.splice(0).map((server) => server.remove()));
});

/** Creates a Redis for one test. It accepts connections only once it is started. */
async function ownRedis(): Promise<OwnRedis> {
  const redis = await OwnRedis.create();
  servers.push(redis);
  return redis;
}

describe('scheduled jobs', () => {
  it('run once at their time, in any one of several workers', async () => {
    const redis = testRedis();
    const ran: string[] = [];
    const all = Promise.withResolvers<void>();
    for (const jobs of [jobsOn(redis), jobsOn(redis)]) {
      jobs.define('close', async (id) => {
        ran.push(id);
        if (ran.length === 50) all.resolve();
        return undefined;
      });
      jobs.start();
    }
    const setter = jobsOn(redis);
    await vi.waitUntil(
      () => {
        setter.schedule('probe', 'unknown-kind', inMs(3_600_000));
        return setter.stats().scheduled > 0;
      },
      { timeout: 10_000 },
    );
    const at = inMs(200);
    for (let id = 1; id <= 50; id += 1) {
      setter.schedule('close', String(id), at);
      setter.schedule('close', String(id), at);
    }
    await all.promise;
    expect(new Set(ran).size).toBe(50);
    expect(ran).toHaveLength(50);
  });

  it('A5 a job that finds a later end schedules itself again', async () => {
    const jobs = jobsOn(testRedis());
    const done = Promise.withResolvers<void>();
    let runs = 0;
    const at = inMs(50);
    jobs.define('close', async () => {
      runs += 1;
      // First the same instant again, as on a server whose clock runs ahead of the database's, then a later one.
      if (runs === 1) return at;
      if (runs === 2) return inMs(50);
      done.resolve();
      return undefined;
    });
    jobs.start();
    await vi.waitUntil(
      () => {
        jobs.schedule('close', '7', at);
        return jobs.stats().scheduled > 0;
      },
      { timeout: 10_000 },
    );
    await done.promise;
    expect(runs).toBe(3);
  });

  it('P3 jobs that are corrupt, unknown or repeated are ignored, and valid jobs still run', async () => {
    const redis = await ownRedis();
    await redis.start();
    const jobs = jobsOn({ url: redis.url, prefix: 'corrupt' });
    const ran: string[] = [];
    jobs.define('close', async (id) => {
      ran.push(id);
      return undefined;
    });
    const queue = new Queue('scheduled-jobs', {
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
      ['unknown kind', { id: '7', again: 0 }],
      ['constructor', { id: '7', again: 0 }],
    ];
    await queue.addBulk(corrupt.map(([name, data]) => ({ name, data, opts: { removeOnComplete: true } })));
    // A job without its row, and one whose row cannot be parsed.
    await redis.command('LPUSH', '{corrupt}:scheduled-jobs:wait', 'no-row', 'broken-row');
    await redis.command('HSET', '{corrupt}:scheduled-jobs:broken-row', 'name', 'close', 'data', '{');
    for (const _ of [1, 2]) await queue.add('close', { id: 'good', again: 0 }, { removeOnComplete: true });
    log.error.mockClear();
    jobs.start();
    // The job without a row arrives empty.
    const seen = () => ({ ran: ran.length, ignored: jobs.stats().ignored });
    await expect.poll(seen, { timeout: 10_000 }).toEqual({ ran: 2, ignored: corrupt.length + 1 });
    jobs.schedule('close', 'later', new Date());
    await vi.waitUntil(() => ran.includes('later'));
    expect(ran).toEqual(['good', 'good', 'later']);
    expect(log.error).not.toHaveBeenCalled();
    expect(log.warn.mock.calls.filter(([, text]) => /cannot be read/.test(text))).toHaveLength(1);
    await queue.close();
  });

  it('P1 Redis unavailable at the start: nothing hangs or throws, and jobs run once it is available', async () => {
    const redis = await ownRedis();
    const jobs = jobsOn({ url: redis.url, prefix: 'away' });
    const ran = Promise.withResolvers<string>();
    jobs.define('close', async (id) => {
      ran.resolve(id);
      return undefined;
    });
    jobs.start();
    for (let id = 0; id < 1_000; id += 1) jobs.schedule('close', `lost${id}`, new Date());
    await vi.waitUntil(() => jobs.stats().dropped === 1_000);
    await redis.start();
    await vi.waitUntil(
      () => {
        if (jobs.stats().scheduled === 0) jobs.schedule('close', 'connected', new Date());
        return jobs.stats().scheduled > 0;
      },
      { timeout: 15_000, interval: 100 },
    );
    expect(await ran.promise).toBe('connected');
  });

  it('P1 Redis flushed, killed, started again empty and stopped: jobs run again, and close() ends', async () => {
    const redis = await ownRedis();
    await redis.start();
    const jobs = jobsOn({ url: redis.url, prefix: 'drill' });
    const ran = new Set<string>();
    jobs.define('close', async (id) => {
      ran.add(id);
      return undefined;
    });
    jobs.start();
    const runsAgain = (id: string) =>
      vi.waitUntil(
        () => {
          jobs.schedule('close', id, new Date());
          return ran.has(id);
        },
        { timeout: 20_000, interval: 100 },
      );
    await runsAgain('before');
    await redis.command('FLUSHALL');
    await runsAgain('flushed');
    await redis.kill();
    await redis.start();
    await runsAgain('restarted');
    redis.freeze();
    jobs.schedule('close', 'while stopped', new Date());
    await jobs.close();
    redis.thaw();
  });

  it('without Redis configured every job is dropped, for the sweeps to find', async () => {
    const jobs = new ScheduledJobs({ redisUrl: undefined, prefix: 'none', log, clock });
    jobs.start();
    jobs.schedule('close', '1', new Date());
    expect(jobs.stats()).toMatchObject({ scheduled: 0, dropped: 1 });
    await jobs.close();
  });
});
