import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OperatorOverview } from '@copup/shared/console.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepAlerts } from './keep-alerts.ts';

interface Posted {
  id: number;
  event: string;
  title: string;
  ended_at: string | null;
}

let database: TestDatabase;
let servers: [TestApp, TestApp];
let operator: SignedInClient;
let calm: OperatorOverview;
let red: OperatorOverview;
let receiver: Server;
const posted: Posted[] = [];
let status = 200;

beforeAll(async () => {
  receiver = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (status === 200) posted.push(JSON.parse(Buffer.concat(chunks).toString()));
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  database = await createTestDatabase();
  const { port } = receiver.address() as AddressInfo;
  const env = {
    ALERT_MAIL: 'ops@copup.test, boss@copup.test',
    ALERT_WEBHOOK: `http://127.0.0.1:${port}/hooks/secret`,
  };
  const start = () => startApp({ database, redis: null, env });
  servers = [await start(), await start()];
  operator = await servers[0].signIn({ role: 1 });
  calm = (await operator.get('/admin/overview')).body;
  red = { ...calm, audit: { ended_at: calm.server_time, ok: false, error: 'wallets 7 differs' } };
});
afterAll(async () => {
  for (const server of servers ?? []) await server.close();
  await database?.drop();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  await query('DELETE FROM alerts');
  await query('DELETE FROM mail_outbox');
  posted.length = 0;
  status = 200;
});

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await servers[0].deps.db.pool.query(text, values)).rows as Row[];
/** Both servers do it at the same time. */
const both = async (work: (deps: TestApp['deps']) => Promise<void>) => {
  await Promise.all(servers.map(({ deps }) => work(deps)));
};
const keep = (overview: OperatorOverview) => both((deps) => keepAlerts(deps, overview));
const post = () => both(({ mail }) => mail.sendDue());
const unseen = () => query("UPDATE alerts SET seen_at = seen_at - interval '61 s'");
const dueNow = () =>
  query('UPDATE mail_outbox SET next_attempt_at = clock_timestamp() WHERE sent_at IS NULL');
const mails = async () =>
  (
    await query<{ to: string; subject: string }>(
      "SELECT to_address::text AS to, subject FROM mail_outbox WHERE to_address LIKE '%@copup.test' ORDER BY id",
    )
  ).map(({ to, subject }) => `${to} ${subject}`);
const pause = (until: string | null) =>
  operator.put('/admin/alerts/pause', { until, reason: 'A planned move' });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const title = 'The ledger audit found errors';

describe('O1 alerts', () => {
  it('are sent once when they start and once when they end, by whichever server, while two see them', async () => {
    await keep(calm);
    expect(await mails()).toEqual([]);
    for (let nth = 0; nth < 3; nth += 1) await keep(red);
    await post();
    await post();
    // A server that does not see the cause does not end it while another one has just seen it.
    await keep(calm);
    expect(await mails()).toEqual([`ops@copup.test Alert: ${title}`, `boss@copup.test Alert: ${title}`]);
    expect(posted).toMatchObject([{ event: 'started', title, detail: 'wallets 7 differs', ended_at: null }]);
    await unseen();
    await keep(calm);
    await keep(calm);
    await post();
    expect((await mails()).slice(2)).toEqual([
      `ops@copup.test Over: ${title}`,
      `boss@copup.test Over: ${title}`,
    ]);
    expect(posted.slice(1)).toMatchObject([{ event: 'ended', title, ended_at: expect.any(String) }]);
    // The same cause later is another alert.
    await keep(red);
    expect(await mails()).toHaveLength(6);
  });

  it('wait in the outbox for a webhook that fails, with a growing pause, shown without its address', async () => {
    status = 503;
    await keep(red);
    await post();
    await post();
    await dueNow();
    await post();
    const { body: jobs, text } = await operator.get('/admin/jobs');
    expect(jobs.mails).toMatchObject([{ attempts: 2, reason: 'the webhook replied with status 503' }]);
    expect(Date.parse(jobs.mails[0].next_at)).toBeGreaterThan(Date.parse(calm.server_time));
    const { body: shown, text: alertsText } = await operator.get('/admin/alerts');
    expect(shown).toMatchObject({ mails: 2, webhook: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    expect(text + alertsText).not.toContain('secret');
    status = 200;
    await dueNow();
    await post();
    await post();
    expect(posted.map(({ event }) => event)).toEqual(['started']);
    expect((await operator.get('/admin/jobs')).body.mails).toEqual([]);
  });

  it('are held back by a pause; what still stands afterwards is sent, and so is the end of what was sent before', async () => {
    await keep(red);
    const until = inMinutes(30);
    expect((await pause(until)).body.pause).toEqual({
      until,
      reason: 'A planned move',
      operator: operator.user.username,
    });
    const failing = { ...calm, jobs: [{ name: 'mail', waiting: 0, active: 0, later: 0, failed: 1 }] };
    const passing = { ...calm, overdue: [{ kind: 'auction', seconds: 60 }] };
    await unseen();
    await keep(passing);
    await unseen();
    await keep(failing);
    expect(await mails()).toHaveLength(2);
    expect((await operator.get('/admin/alerts')).body.alerts[0]).toMatchObject({
      sent_at: null,
    });
    expect((await pause(null)).body.pause).toBeNull();
    await keep(failing);
    expect((await mails()).slice(2).toSorted()).toEqual([
      'boss@copup.test Alert: Background work fails: mail',
      `boss@copup.test Over: ${title}`,
      'ops@copup.test Alert: Background work fails: mail',
      `ops@copup.test Over: ${title}`,
    ]);
  });

  it('are paused for at most 7 days from now, with a reason, audited', async () => {
    const codes = [];
    for (const until of [inMinutes(-1), inMinutes(8 * 24 * 60)])
      codes.push((await pause(until)).body.issues?.[0].path);
    expect(codes).toEqual(['until', 'until']);
    expect((await operator.put('/admin/alerts/pause', { until: inMinutes(5), reason: ' ' })).status).toBe(
      400,
    );
    const audited = () =>
      query<{ reason: string }>(
        "SELECT details->>'reason' AS reason FROM admin_audit WHERE action = 'alerts.pause' ORDER BY id",
      );
    const before = (await audited()).length;
    for (const until of [inMinutes(5), null]) expect((await pause(until)).status).toBe(200);
    expect((await audited()).slice(before)).toEqual([
      { reason: 'A planned move' },
      { reason: 'A planned move' },
    ]);
  });
});
