import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

const postbox = new Postbox();
let database: TestDatabase;
/** Two servers that send mails, and one without a mail server. */
let app: TestApp;
let other: TestApp;
let developer: TestApp;

const start = (smtpPort: number) =>
  startApp({
    database,
    redis: null,
    env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'Copup <hello@copup.test>' },
  });
const enqueue = (to: string) =>
  inTransaction(app.deps.db, (tx) =>
    app.deps.mail.enqueue(tx, { to, subject: 'Hello', body: 'Your code is 123456' }),
  );
const rows = async () =>
  (await app.deps.db.pool.query('SELECT attempts, sent_at, last_error FROM mail_outbox ORDER BY id')).rows;
/** Ends the pause before the next try. */
const passTime = () =>
  app.deps.db.pool.query("UPDATE mail_outbox SET next_attempt_at = clock_timestamp() - interval '1 second'");

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await postbox.listen();
  [app, other, developer] = await Promise.all([
    start(port),
    start(port),
    startApp({ database, redis: null }),
  ]);
});
beforeEach(async () => {
  await database.asOwner('DELETE FROM mail_outbox');
  postbox.mails.length = 0;
  postbox.refusal = undefined;
});
afterAll(async () => {
  await Promise.all([app, other, developer].map((each) => each?.close()));
  await postbox.close();
  await database?.drop();
});

describe('S1 mail', () => {
  it('is sent after the request, from the outbox, to a real mail server', async () => {
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
    await enqueue('ada@copup.test');
    const content = async () =>
      (await app.deps.db.pool.query('SELECT subject, body FROM mail_outbox')).rows[0];
    postbox.refusal = new Error('try later');
    await app.deps.mail.sendDue();
    expect(await content()).toEqual({ subject: 'Hello', body: 'Your code is 123456' });
    postbox.refusal = undefined;
    await passTime();
    await app.deps.mail.sendDue();
    expect(postbox.mails).toHaveLength(1);
    expect(await content()).toEqual({ subject: '', body: '' });
  });

  it('S1a is not shown at /dev/mail to clients behind a proxy', async () => {
    await enqueue('ada@copup.test');
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const reply = await developer.client.get('/:dev/mail', { headers: { [name]: '127.0.0.1' } });
      expect([reply.status, reply.text.includes('123456')]).toEqual([404, false]);
    }
    expect((await developer.client.get('/:dev/mail')).text).toContain('123456');
  });

  it('is delayed and not lost while the mail server is unavailable or refuses it; requests and other mails are not delayed', async () => {
    const late = new Postbox();
    const port = await late.listen();
    await late.close();
    const app = await start(port);
    expect((await app.client.post('/auth/send-otp', { email: 'chi@copup.test' })).status).toBe(200);
    await app.deps.mail.sendDue();
    expect(await rows()).toEqual([
      { attempts: 1, sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
    ]);
    // Not retried before its pause is over.
    await app.deps.mail.sendDue();
    expect((await rows())[0].attempts).toBe(1);
    await late.listen(port);
    await passTime();
    await app.deps.mail.sendDue();
    expect(late.mails).toHaveLength(1);
    expect(await rows()).toEqual([{ attempts: 2, sent_at: expect.any(Date), last_error: null }]);

    late.mails.length = 0;
    late.refusal = new Error('try later');
    await enqueue('bola@copup.test');
    await app.deps.mail.sendDue();
    late.refusal = undefined;
    await enqueue('tunde@copup.test');
    await app.deps.mail.sendDue();
    expect(late.mails).toHaveLength(1);
    await passTime();
    await app.deps.mail.sendDue();
    expect(late.mails).toHaveLength(2);
    await app.close();
    await late.close();
  });

  it('is sent once by several concurrent servers', async () => {
    for (let nth = 0; nth < 50; nth += 1) await enqueue(`user${nth}@copup.test`);
    await Promise.all([app, other].flatMap(({ deps }) => [deps.mail.sendDue(), deps.mail.sendDue()]));
    expect(new Set(postbox.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size).toBe(50);
    expect(postbox.mails).toHaveLength(50);
  });

  it('is not written when its transaction is rolled back', async () => {
    await expect(
      inTransaction(app.deps.db, async (tx) => {
        await app.deps.mail.enqueue(tx, { to: 'ada@copup.test', subject: 'x', body: 'x' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  it('is readable at /dev/mail without a mail server, in development only', async () => {
    expect((await app.client.get('/:dev/mail')).status).toBe(404);
    await inTransaction(app.deps.db, (tx) =>
      app.deps.mail.enqueue(tx, {
        to: 'ada@copup.test',
        subject: '<script>alert(1)</script>',
        body: 'Code 123456',
      }),
    );
    const reply = await developer.client.get('/:dev/mail');
    expect(reply.text).toContain('Code 123456');
    expect(reply.text).not.toContain('<script>');
    const info = vi.spyOn(developer.deps.log, 'info');
    await developer.deps.mail.sendDue();
    expect(JSON.stringify(info.mock.calls)).toContain('Code 123456');
  });
});
