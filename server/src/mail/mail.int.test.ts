import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../db/in-transaction.ts';

/** A real mail server that stores what it receives, or replies with a given error. */
class Postbox {
  readonly mails: string[] = [];
  refusal: Error | undefined;
  #server: SMTPServer | undefined;

  async listen(port = 0): Promise<number> {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let mail = '';
        stream.on('data', (chunk: Buffer) => {
          mail += chunk.toString();
        });
        stream.on('end', () => {
          if (!this.refusal) this.mails.push(mail);
          done(this.refusal);
        });
      },
    });
    const server = this.#server;
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}

let database: TestDatabase;
let postbox: Postbox;
let port: number;
const apps: TestApp[] = [];

const start = async () => {
  const app = await startApp({
    database,
    redis: null,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Copup <hello@copup.test>' },
  });
  apps.push(app);
  return app;
};
const enqueue = (app: TestApp, to: string) =>
  inTransaction(app.deps.db, (tx) =>
    app.deps.mail.enqueue(tx, { to, subject: 'Hello', body: 'Your code is 123456' }),
  );
const rows = async (app: TestApp) =>
  (await app.deps.db.pool.query('SELECT attempts, sent_at, last_error FROM mail_outbox ORDER BY id')).rows;
/** Ends the pause before the next try. */
const passTime = (app: TestApp) =>
  app.deps.db.pool.query("UPDATE mail_outbox SET next_attempt_at = clock_timestamp() - interval '1 second'");

beforeEach(async () => {
  database = await createTestDatabase();
  postbox = new Postbox();
  port = await postbox.listen();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await postbox.close();
  await database.drop();
});

describe('S1 mail', () => {
  it('is sent after the request, from the outbox, to a real mail server', async () => {
    const app = await start();
    const reply = await app.client.post('/auth/send-otp', { email: 'ada@copup.test' });
    expect(reply.status).toBe(200);
    expect(postbox.mails).toHaveLength(0);
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
    expect(postbox.mails[0]).toMatch(/^To: ada@copup\.test/m);
    expect(postbox.mails[0]).toMatch(/^From: Copup <hello@copup\.test>/m);
    expect(postbox.mails[0]).toMatch(/\b\d{6}\b/);
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
  });

  it('S1a erases its subject and body once it is sent', async () => {
    const app = await start();
    await enqueue(app, 'ada@copup.test');
    const content = async () =>
      (await app.deps.db.pool.query('SELECT subject, body FROM mail_outbox')).rows[0];
    postbox.refusal = new Error('try later');
    await app.deps.mail.sendDue();
    expect(await content()).toEqual({ subject: 'Hello', body: 'Your code is 123456' });
    postbox.refusal = undefined;
    await passTime(app);
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
    expect(await content()).toEqual({ subject: '', body: '' });
  });

  it('S1a is not shown at /dev/mail to clients behind a proxy', async () => {
    const app = await startApp({ database, redis: null });
    apps.push(app);
    await enqueue(app, 'ada@copup.test');
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const reply = await app.client.get('/:dev/mail', { headers: { [name]: '127.0.0.1' } });
      expect([reply.status, reply.text.includes('123456')]).toEqual([404, false]);
    }
    expect((await app.client.get('/:dev/mail')).text).toContain('123456');
  });

  it('is delayed and not lost while the mail server is unavailable; requests are not delayed', async () => {
    const app = await start();
    await postbox.close();
    expect((await app.client.post('/auth/send-otp', { email: 'ada@copup.test' })).status).toBe(200);
    await app.deps.mail.sendDue();
    expect(await rows(app)).toEqual([
      { attempts: 1, sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
    ]);
    // Not retried before its pause is over.
    await app.deps.mail.sendDue();
    expect((await rows(app))[0].attempts).toBe(1);
    await postbox.listen(port);
    await passTime(app);
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
    expect(await rows(app)).toEqual([{ attempts: 2, sent_at: expect.any(Date), last_error: null }]);
  });

  it('is retried when the mail server refuses it, and other mails are sent in the meantime', async () => {
    const app = await start();
    postbox.refusal = new Error('try later');
    await enqueue(app, 'ada@copup.test');
    await app.deps.mail.sendDue();
    postbox.refusal = undefined;
    await enqueue(app, 'tunde@copup.test');
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
    await passTime(app);
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(2);
  });

  it('is sent once by several concurrent servers', async () => {
    const servers = [await start(), await start()] as const;
    for (let nth = 0; nth < 50; nth += 1) await enqueue(servers[0], `user${nth}@copup.test`);
    await Promise.all(servers.flatMap(({ deps }) => [deps.mail.sendDue(), deps.mail.sendDue()]));
    expect(new Set(postbox.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size).toBe(50);
    expect(postbox.mails).toHaveLength(50);
  });

  it('is not written when its transaction is rolled back', async () => {
    const app = await start();
    await expect(
      inTransaction(app.deps.db, async (tx) => {
        await app.deps.mail.enqueue(tx, { to: 'ada@copup.test', subject: 'x', body: 'x' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow();
    expect(await rows(app)).toEqual([]);
  });

  it('is readable at /dev/mail without a mail server, in development only', async () => {
    expect((await (await start()).client.get('/:dev/mail')).status).toBe(404);
    const app = await startApp({ database, redis: null });
    apps.push(app);
    await inTransaction(app.deps.db, (tx) =>
      app.deps.mail.enqueue(tx, {
        to: 'ada@copup.test',
        subject: '<script>alert(1)</script>',
        body: 'Code 123456',
      }),
    );
    const reply = await app.client.get('/:dev/mail');
    expect(reply.text).toContain('Code 123456');
    expect(reply.text).not.toContain('<script>');
    const info = vi.spyOn(app.deps.log, 'info');
    await app.deps.mail.sendDue();
    expect(JSON.stringify(info.mock.calls)).toContain('Code 123456');
  });
});
