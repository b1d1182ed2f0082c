import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUser } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '../../accounts/passwords.ts';

const password = 'a passphrase of Ada';
const android =
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let app: TestApp;
let nth = 0;
beforeAll(async () => {
  app = await startApp({ redis: null, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app?.close());

async function newUser(): Promise<string> {
  nth += 1;
  const { id, username } = await createUser(app.deps.db, { username: `ada${nth}` });
  const hash = await createPasswords().hash(password);
  await app.deps.db.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hash]);
  return `${username}@example.test`;
}

async function signIn(email: string, address: string, userAgent?: string) {
  const headers = { 'x-forwarded-for': address, 'user-agent': userAgent ?? '' };
  const { body } = await app.client.post('/auth/login', { email, password }, headers);
  return app.client.withToken(body.token);
}

describe('S8a a user’s own sessions', () => {
  it('are listed with device, network prefix and last use, this one first, and never with an address', async () => {
    const email = await newUser();
    const phone = await signIn(email, '203.0.113.77', android);
    const tablet = await signIn(email, '2001:db8:1:2::99', iphone);
    const bare = await signIn(email, '198.51.100.9');
    const { body, text } = await phone.get('/auth/sessions');
    expect(body.sessions).toEqual(
      [
        ['Chrome on Android', '203.0.113.0/24', true],
        [null, '198.51.100.0/24', false],
        ['Safari on iOS', '2001:db8:1::/48', false],
      ].map(([device, network, is_current]) => expect.objectContaining({ device, network, is_current })),
    );
    expect(text).not.toMatch(/203\.0\.113\.77|2001:db8:1:2|198\.51\.100\.9\b/);
    const { rows } = await app.deps.db.pool.query('SELECT row_to_json(s)::text AS row FROM sessions s');
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.77|2001:db8:1:2|198\.51\.100\.9\b/);
    for (const each of [tablet, bare]) expect((await each.get('/auth/sessions')).status).toBe(200);
  });

  it('record their last use and its network, outside of requests and once in five minutes', async () => {
    const email = await newUser();
    const phone = await signIn(email, '203.0.113.77', android);
    await app.deps.db.pool.query(
      "UPDATE sessions SET last_used_at = last_used_at - interval '1 hour', created_at = created_at - interval '1 hour'",
    );
    const lastUse = async () => {
      const { body } = await phone.get('/auth/sessions', { headers: { 'x-forwarded-for': '198.51.100.9' } });
      return [body.sessions[0].last_used_at > body.sessions[0].created_at, body.sessions[0].network];
    };
    expect(await lastUse()).toEqual([false, '203.0.113.0/24']);
    await app.deps.sessions.writeUses();
    expect(await lastUse()).toEqual([true, '198.51.100.0/24']);
    const written = await phone.get('/auth/sessions');
    await app.deps.sessions.writeUses();
    expect((await phone.get('/auth/sessions')).body).toEqual(written.body);
  });

  it('can be ended one at a time, all but this one, or all, at once; those of other users cannot', async () => {
    const email = await newUser();
    const [phone, tablet] = [await signIn(email, '203.0.113.77'), await signIn(email, '203.0.113.78')];
    const stranger = await signIn(await newUser(), '203.0.113.79');
    const { body } = await phone.get('/auth/sessions');
    const other = body.sessions.find((session: { is_current: boolean }) => !session.is_current);
    const notTheirs = await stranger.delete(`/auth/sessions/${other.id}`);
    expect([notTheirs.status, notTheirs.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await tablet.get('/user/profile')).status).toBe(200);
    expect((await phone.delete(`/auth/sessions/${other.id}`)).status).toBe(200);
    expect((await tablet.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect((await phone.delete(`/auth/sessions/${other.id}`)).status).toBe(404);
    expect((await phone.get('/auth/sessions')).body.sessions).toHaveLength(1);
    const own = await newUser();
    const [first, second] = [await signIn(own, '203.0.113.77'), await signIn(own, '203.0.113.78')];
    expect((await first.post('/auth/sessions/end', { which: 'others' })).status).toBe(200);
    expect((await second.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect((await first.get('/user/profile')).status).toBe(200);
    expect((await first.post('/auth/sessions/end', { which: 'all' })).status).toBe(200);
    expect((await first.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  });

  it('are told to the others when the device is new, once each; the first sign-in and known devices are not', async () => {
    const email = await newUser();
    const on = async (device_token?: string, agent = android) => {
      const body = { email, password, ...(device_token && { device_token }) };
      const reply = await app.client.post('/auth/login', body, { 'user-agent': agent });
      return app.client.withToken(reply.body.token);
    };
    const [own, other] = ['a', 'b'].map((letter) => letter.repeat(43));
    const phone = await on(own);
    const told = async () => (await phone.get('/user/notifications')).body.items;
    await on(own);
    expect(await told()).toEqual([]);
    const tablet = await on(other);
    await on(other);
    const [{ id }] = (await tablet.get('/auth/sessions')).body.sessions;
    const details = { event: 'signed_in', device: 'Chrome on Android', network: expect.any(String) };
    const notice = { kind: 'security', subject_kind: 'session', details };
    expect(await told()).toMatchObject([{ ...notice, subject_id: id }]);
    // Without a token the name and the network decide.
    await on();
    for (let nth = 0; nth < 2; nth += 1) await on(undefined, iphone);
    expect(await told()).toMatchObject([
      { ...notice, details: { ...details, device: 'Safari on iOS' } },
      { ...notice, subject_id: id },
    ]);
  });
});
