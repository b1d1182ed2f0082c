import { NotifyRequest } from '@copup/shared/content.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/in-transaction.ts';
import { contentDeletion } from './content-deletion.ts';
import { NOTIFY_CHUNK } from './notify-requests.queries.ts';

let server: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  server = await startApp({ overrides: { limitRules: noLimits } });
});
beforeEach(async () => {
  operator = await server.signIn({ role: 1 });
  await server.asOwner('DELETE FROM notify_requests');
});
afterAll(() => server?.close());

describe('O3 /admin/notify-me', () => {
  it('lists the addresses, newest first, and finds a part of one', async () => {
    for (const email of ['ada@copup.test', 'bola@copup.test', 'chidi@copup.test']) {
      expect((await server.client.post('/content/notify-me', { email })).status).toBe(200);
    }
    const { body, headers } = await operator.get('/admin/notify-me?perPage=2');
    expect(body.map((row: unknown) => NotifyRequest.parse(row).email)).toEqual([
      'chidi@copup.test',
      'bola@copup.test',
    ]);
    expect(headers.get('content-range')).toBe('notify-me 0-1/3');
    const found = await operator.get('/admin/notify-me?q=ADA');
    expect(found.body.map(({ email }: NotifyRequest) => email)).toEqual(['ada@copup.test']);
  });

  it('T3 downloads all of them as CSV, in chunks, with cells that are not formulas, and audits it', async () => {
    await server.deps.db.pool.query(
      `INSERT INTO notify_requests (feature, email, created_at)
       SELECT 'swap', CASE n WHEN 1 THEN '=cmd|x@copup.test' WHEN 2 THEN '+234@copup.test' WHEN 3 THEN 'a"b,c@copup.test'
         ELSE 'guest' || lpad(n::text, 5, '0') || '@copup.test' END, '2026-03-01T12:00:00.5Z'
       FROM generate_series(1, $1) AS n`,
      [2 * NOTIFY_CHUNK],
    );
    const reply = await operator.get('/admin/notify-me/csv');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="copup-notify-me.csv"');
    const lines = reply.text.split('\r\n');
    expect(lines[0]).toBe('E-mail,Waits for,Since');
    expect(lines.slice(1, 4)).toEqual([
      "'=cmd|x@copup.test,swap,2026-03-01T12:00:00.500Z",
      "'+234@copup.test,swap,2026-03-01T12:00:00.500Z",
      '"a""b,c@copup.test",swap,2026-03-01T12:00:00.500Z',
    ]);
    // The header, all of these, and the end of the last line.
    expect(lines).toHaveLength(1 + 2 * NOTIFY_CHUNK + 1);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.filter((line) => /^[=+\-@\t]/.test(line))).toEqual([]);
    const { rows } = await server.deps.db.pool.query(
      'SELECT action FROM admin_audit WHERE operator_id = $1',
      [operator.user.id],
    );
    expect(rows).toEqual([{ action: 'notify-me.export' }]);
  });

  it('G4 leaves out the addresses of users who take a break', async () => {
    const [resting, playing] = [await server.signIn(), await server.signIn()];
    const emailOf = async ({ user }: SignedInClient): Promise<string> =>
      (await server.deps.db.pool.query('SELECT email::text FROM users WHERE id = $1', [user.id])).rows[0]
        .email;
    const emails = [await emailOf(resting), await emailOf(playing)];
    for (const email of emails) await server.client.post('/content/notify-me', { email });
    expect((await resting.post('/user/time-out', { days: 1 })).status).toBe(200);
    const { text } = await operator.get('/admin/notify-me/csv');
    expect(emails.map((email) => text.includes(email))).toEqual([false, true]);
  });

  it('S7 an account deletion removes the address of the account, and no other', async () => {
    const player = await server.signIn();
    const { rows } = await server.deps.db.pool.query('SELECT email::text FROM users WHERE id = $1', [
      player.user.id,
    ]);
    await server.client.post('/content/notify-me', { email: rows[0].email.toUpperCase() });
    const count = async () =>
      (await server.deps.db.pool.query('SELECT count(*)::int AS n FROM notify_requests')).rows[0].n;
    const before = await count();
    await inTransaction(server.deps.db, async (tx) => {
      expect(await contentDeletion.blocks(tx, player.user.id)).toEqual([]);
      await contentDeletion.erase?.(tx, player.user.id);
    });
    expect(await count()).toBe(before - 1);
    expect((await operator.get(`/admin/notify-me?q=${rows[0].email}`)).body).toEqual([]);
  });
});
