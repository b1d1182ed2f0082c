import { AdminJobs } from '@copup/shared/jobs.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../feature.ts';

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
