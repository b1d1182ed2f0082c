import { AdminJobs } from '@copup/shared/jobs.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertAuction } from '../../../test/bidding.ts';
import { features } from '../../app.ts';
import { buildFeatures } from '../../build-features.ts';
import type { Feature } from '../../feature.ts';
import { closeJob } from '../../subjects/schedule.ts';
import { sendJob } from '../push/send-push.ts';

let app: TestApp;
let operator: SignedInClient;
let isBroken = true;
const ran: string[] = [];

/** A feature whose jobs fail until it is repaired. */
const fragile: Feature = {
  name: 'fragile',
  build: () => ({
    jobs: {
      scheduled: {
        fragile: async (id) => {
          if (isBroken) throw new Error('the bank does not answer');
          ran.push(id);
          return undefined;
        },
      },
    },
  }),
};

beforeAll(async () => {
  app = await startApp({
    redis: testRedis(),
    overrides: { limitRules: noLimits },
    features: [fragile],
    runsJobs: true,
  });
  operator = await app.signIn({ role: 1 });
});
afterAll(() => app?.close());

const read = async () => AdminJobs.parse((await operator.get('/admin/jobs')).body);
const failedFor = async (about: string) => (await read()).failed?.find((job) => job.about === about);

async function failOnce(about: string) {
  isBroken = true;
  await vi.waitUntil(
    async () => {
      // Scheduling does nothing until Redis is connected.
      app.deps.jobs.scheduleJob('fragile', about, new Date(Date.now() - 1_000));
      return (await failedFor(about)) !== undefined;
    },
    { timeout: 20_000, interval: 200 },
  );
  const job = await failedFor(about);
  if (!job) throw new Error('no failed job');
  return job;
}
const logOf = async (id: string) =>
  (
    await app.deps.db.pool.query<{ action: string }>(
      `SELECT action FROM admin_audit WHERE subject_kind = 'job' AND subject_id = $1 ORDER BY id`,
      [id],
    )
  ).rows.map(({ action }) => action);

describe('O1 jobs', () => {
  it('name what they are about with its status, and show their payload; those of ended subjects are marked', async () => {
    const [open, over] = [await insertAuction(app.deps.db), await insertAuction(app.deps.db)];
    await app.deps.db.pool.query(`UPDATE auctions SET status = 'cancelled' WHERE id = $1`, [over]);
    const at = new Date(Date.now() + 7_200_000);
    for (const id of [open, over]) app.deps.jobs.scheduleJob(closeJob({ name: 'auction' }), String(id), at);
    const jobOf = async (id: number) => (await read()).next?.find(({ about }) => about === String(id));
    await vi.waitUntil(async () => (await jobOf(over)) && (await jobOf(open)), { timeout: 10_000 });
    expect(await jobOf(open)).toMatchObject({
      subject: { kind: 'auction', id: String(open), name: 'Radio', status: 'active', is_over: false },
      payload: JSON.stringify({ id: String(open), atMs: at.getTime(), again: 0 }),
    });
    expect((await jobOf(over))?.subject).toMatchObject({ status: 'cancelled', is_over: true });
  });

  it('all name the kind of what they are about, except one that is about all messages', () => {
    /** These parts, whose methods of these names do nothing. */
    const ignoring = <Parts extends object>(parts: Parts, names: readonly string[]): Parts =>
      new Proxy(parts, {
        get(target, name) {
          if (names.includes(String(name))) return () => undefined;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const rooms = ignoring(app.deps.rooms, ['define', 'defineCommand']);
    const jobs = ignoring(app.deps.jobs, ['defineScheduledJob', 'defineSweep']);
    const unnamed = buildFeatures({ ...app.deps, rooms, jobs }, features).flatMap(({ jobs: own }) =>
      Object.keys(own?.scheduled ?? {}).filter((kind) => own?.about?.[kind] === undefined),
    );
    expect(unnamed).toEqual([sendJob]);
  });

  it('run again together, of these ids or all, and each is in the audit log', async () => {
    const jobs = [await failOnce('201'), await failOnce('202'), await failOnce('203')];
    isBroken = false;
    const [first, second, third] = jobs.map(({ id }) => id);
    const retry = async (body: object) => (await operator.post('/admin/jobs/retry', body)).body;
    expect(await retry({ ids: [first, 'fragile-none'] })).toEqual({
      message: '1 job runs again, 1 changed meanwhile',
    });
    await vi.waitUntil(() => ran.includes('201'));
    const failed = (await read()).failed?.length ?? 0;
    expect(await retry({ all: true })).toEqual({ message: `${failed} jobs run again` });
    await vi.waitUntil(() => ran.includes('202') && ran.includes('203'));
    for (const id of [first, second, third]) expect(await logOf(id ?? '')).toEqual(['job.retry']);
    expect((await retry({})).code).toBe('VALIDATION_FAILED');
  });

  it('that failed are listed with reason and attempts, and run again once they are retried', async () => {
    const job = await failOnce('101');
    expect(job).toMatchObject({ kind: 'fragile', reason: 'the bank does not answer', attempts: 1 });
    isBroken = false;
    expect((await operator.post(`/admin/jobs/${job.id}/retry`)).body).toEqual({
      message: 'The job runs again',
    });
    await vi.waitUntil(() => ran.includes('101'));
    expect(await logOf(job.id)).toEqual(['job.retry']);
    await vi.waitUntil(
      async () => (await operator.post(`/admin/jobs/${job.id}/retry`)).body.code === 'JOB_NOT_FOUND',
      { timeout: 10_000 },
    );
  });

  it('that wait are listed by their time and cannot be removed; dead ones can, once', async () => {
    const at = new Date(Date.now() + 3_600_000);
    app.deps.jobs.scheduleJob('fragile', '103', at);
    await vi.waitUntil(async () => (await read()).next?.some(({ about }) => about === '103'), {
      timeout: 10_000,
    });
    const job = (await read()).next?.find(({ about }) => about === '103');
    expect(job).toMatchObject({ at: at.toISOString(), failed_at: null, reason: null });
    expect((await operator.post(`/admin/jobs/${job?.id}/remove`)).body.code).toBe('JOB_NOT_FAILED');
    const dead = await failOnce('102');
    expect((await operator.post(`/admin/jobs/${dead.id}/remove`)).body).toEqual({
      message: 'The job was removed',
    });
    expect((await read()).failed?.map(({ id }) => id)).not.toContain(dead.id);
    expect((await operator.post(`/admin/jobs/${dead.id}/remove`)).body.code).toBe('JOB_NOT_FOUND');
    expect(await logOf(dead.id)).toEqual(['job.remove']);
  });

  it('include mails that a mail server refused, without addresses, and the sweeps', async () => {
    const { rows } = await app.deps.db.pool.query<{ id: number }>(
      `INSERT INTO mail_outbox (to_address, subject, body, attempts, next_attempt_at, last_error)
       VALUES ('ada@copup.test', 'Your code is 123456', 'x', 3, now() + interval '10 minutes', '550 <ada@copup.test> unknown')
       RETURNING id`,
    );
    const id = rows[0]?.id;
    const { mails, sweeps } = await read();
    expect(mails).toContainEqual(expect.objectContaining({ id, attempts: 3, reason: '550 <…> unknown' }));
    expect(JSON.stringify(mails)).not.toMatch(/123456|copup\.test/);
    expect(sweeps.map(({ name }) => name)).toContain('list-changes');
    expect((await operator.post(`/admin/mails/${id}/retry`)).body).toEqual({
      message: 'The mail is sent again',
    });
    expect((await operator.post('/admin/mails/999999/retry')).body.code).toBe('JOB_NOT_FOUND');
  });
});
