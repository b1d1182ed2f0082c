import { createHmac } from 'node:crypto';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { inTransaction } from '../db/in-transaction.ts';

let database: TestDatabase;
let here: TestApp;
/** Another server on the same database, without any Redis. */
let there: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  here = await startApp({ database, redis: testRedis() });
  there = await startApp({ database, redis: { url: 'redis://127.0.0.1:1', prefix: 'away' } });
});
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()]);
  await database?.drop();
});

const secret = () => here.deps.config.jwtSecret;
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Signs a token as another party with the secret would. */
function sign(claims: object, { key = secret(), alg = 'HS256', iss = 'copup' } = {}): string {
  const payload = `${base64({ alg, typ: 'JWT' })}.${base64({ iss, ...claims })}`;
  return `${payload}.${createHmac(alg.replace('HS', 'sha'), key).update(payload).digest('base64url')}`;
}
/** Returns the codes that a call and a socket with this token receive. */
async function codesFor(token: string): Promise<unknown[]> {
  const { body } = await here.client.withToken(token).get('/user/profile');
  const socket = new RoomClient(here.url, token);
  try {
    return [
      body.code,
      await socket.connected().then(
        () => 'connected',
        ({ data }) => data.code,
      ),
    ];
  } finally {
    socket.close();
  }
}
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('S3 tokens', () => {
  it.each([
    ['nonsense', () => 'nonsense'],
    ['empty', () => ''],
    ['another key', (claims: object) => sign(claims, { key: 'x'.repeat(40) })],
    ['another algorithm', (claims: object) => sign(claims, { alg: 'HS512' })],
    ['alg none', (claims: object) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`],
    ['another issuer', (claims: object) => sign(claims, { iss: 'else' })],
    ['no session', ({ sid: _sid, ...rest }: { sid?: string }) => sign(rest)],
    ['no issuer', (claims: object) => sign({ ...claims, iss: undefined })],
    ["a second step's ticket", (claims: object) => sign(claims, { iss: 'copup second step' })],
  ])('are refused by calls and by sockets: %s', async (_what, forge) => {
    const { token } = await here.signIn();
    const { iss: _iss, ...claims } = claimsOf(token);
    expect(await codesFor(forge(claims))).toEqual(['NOT_SIGNED_IN', 'NOT_SIGNED_IN']);
  });

  it('are accepted by calls and sockets, also when another server with the same secret signed them', async () => {
    const email = `both-${uuidv7()}@copup.test`;
    const { user } = await here.signIn();
    const hash = await here.deps.passwords.hash('a passphrase of the user');
    await here.deps.db.pool.query('UPDATE users SET email = $2, password_hash = $3 WHERE id = $1', [
      user.id,
      email,
      hash,
    ]);
    const { body } = await here.client.post('/auth/login', { email, password: 'a passphrase of the user' });
    expect(await codesFor(body.token)).toEqual([undefined, 'connected']);
    expect(await codesFor(sign(claimsOf(body.token)))).toEqual([undefined, 'connected']);
    expect(here.app.jwt.verify(body.token)).toMatchObject({ sub: user.id, iss: 'copup' });
  });

  it('are refused when they name another user', async () => {
    const [ada, tunde] = [await here.signIn(), await here.signIn()];
    const [head, , mark] = ada.token.split('.');
    const forged = `${head}.${base64({ ...claimsOf(ada.token), sub: tunde.user.id })}.${mark}`;
    expect((await here.client.withToken(forged).get('/user/profile')).status).toBe(401);
    // Signed correctly, but the session belongs to another user.
    const signed = sign({ ...claimsOf(ada.token), sub: tunde.user.id });
    expect((await here.client.withToken(signed).get('/user/profile')).status).toBe(401);
  });

  it('are refused after their end, by their claim and by the session row', async () => {
    const ada = await here.signIn();
    const past = sign({ ...claimsOf(ada.token), exp: Math.floor(Date.now() / 1_000) - 1 });
    expect(await codesFor(past)).toEqual(['SESSION_ENDED', 'SESSION_ENDED']);
    await here.deps.db.pool.query(
      "UPDATE sessions SET expires_at = clock_timestamp() - interval '1 second' WHERE user_id = $1",
      [ada.user.id],
    );
    expect((await ada.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  });

  it('are read from the header only', async () => {
    const { token } = await here.signIn();
    expect((await here.client.get(`/user/profile?token=${token}&access_token=${token}`)).status).toBe(401);
    expect((await here.client.get('/user/profile', { headers: { cookie: `token=${token}` } })).status).toBe(
      401,
    );
    const basic = await here.client.get('/user/profile', { headers: { authorization: `Basic ${token}` } });
    expect(basic.status).toBe(401);
  });

  it('do not carry the role, which is read from the database, also during the session', async () => {
    const ada = await here.signIn();
    expect((await ada.get('/admin/users')).status).toBe(403);
    await inTransaction(here.deps.db, async (tx) => {
      await tx.client.query("UPDATE users SET role = 1, operator_role = 'owner' WHERE id = $1", [
        ada.user.id,
      ]);
      await here.deps.sessions.publishUserChanges(tx, [ada.user.id]);
    });
    await here.deps.sessions.readChanges();
    expect((await ada.get('/admin/users')).status).toBe(200);
  });
});

describe('S3 the end of a session', () => {
  it('takes effect on all servers after a logout, without Redis and without further requests', async () => {
    const ada = await here.signIn();
    const elsewhere = there.client.withToken(ada.token);
    expect((await elsewhere.get('/user/profile')).status).toBe(200);
    const ended = new Promise<string>((resolve) => {
      const stop = there.deps.sessions.onEnded((sessionId) => {
        if (sessionId !== claimsOf(ada.token).sid) return;
        stop();
        resolve(sessionId);
      });
    });
    expect((await ada.post('/auth/logout')).body).toEqual({ message: 'Logged out' });
    expect((await ada.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    await ended;
    expect((await elsewhere.get('/user/profile')).body.code).toBe('SESSION_ENDED');
    expect(there.deps.sessions.current(claimsOf(ada.token).sid)).toBeUndefined();
  });

  it('applies to one session, to all, or to all but one', async () => {
    const ada = await here.signIn();
    const [second, third] = [await here.signInAs(ada.user.id), await here.signInAs(ada.user.id)];
    const status = async () =>
      Promise.all([ada, second, third].map(async (each) => (await each.get('/user/profile')).status));
    const end = async (which: { sessionId?: string; exceptSessionId?: string }) => {
      await inTransaction(here.deps.db, (tx) =>
        here.deps.sessions.end(tx, { userId: ada.user.id, reason: 'test', ...which }),
      );
      await here.deps.sessions.readChanges();
    };
    expect(await status()).toEqual([200, 200, 200]);
    await end({ sessionId: claimsOf(second.token ?? '').sid });
    expect(await status()).toEqual([200, 401, 200]);
    await end({ exceptSessionId: claimsOf(third.token ?? '').sid });
    expect(await status()).toEqual([401, 401, 200]);
    await end({});
    expect(await status()).toEqual([401, 401, 401]);
  });

  it('is not missed when its transaction commits after later ones were read', async () => {
    const [late, early] = [await here.signIn(), await here.signIn()];
    const elsewhere = there.client.withToken(late.token);
    await elsewhere.get('/user/profile');
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: written, resolve: hasWritten } = Promise.withResolvers<void>();
    const slow = inTransaction(here.deps.db, async (tx) => {
      await here.deps.sessions.end(tx, { userId: late.user.id, reason: 'slow' });
      hasWritten();
      await held;
    });
    await written;
    // Written later, committed and read earlier, twice.
    await early.post('/auth/logout');
    await there.deps.sessions.readChanges();
    await there.deps.sessions.readChanges();
    expect((await elsewhere.get('/user/profile')).status).toBe(200);
    letGo();
    await slow;
    await there.deps.sessions.readChanges();
    expect((await elsewhere.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  });

  it('is not undone by a read that started before it', async () => {
    const ada = await here.signIn();
    const { sid } = claimsOf(ada.token);
    const { sessions } = there.deps;
    // Its own reads of changes would wait for the read that is held below.
    sessions.stop();
    await sessions.readChanges();
    const { pool } = there.deps.db;
    const query = pool.query.bind(pool);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
    const spy = vi.spyOn(pool, 'query').mockImplementation((async (...args: Parameters<typeof query>) => {
      const result = await query(...args);
      const { name } = args[0] as { name?: string };
      if (name === 'sessions-live' && JSON.stringify(args).includes(sid)) {
        hasRead();
        await held;
      }
      // The change is known in the same turn, while the earlier read is still under way.
      if (name === 'session-changes' && JSON.stringify(result).includes(sid)) setImmediate(letGo);
      return result;
    }) as never);
    try {
      const reply = there.client.withToken(ada.token).get('/user/profile');
      await read;
      await ada.post('/auth/logout');
      await sessions.readChanges();
      expect((await reply).body.code).toBe('SESSION_ENDED');
      expect(sessions.current(sid)).toBeUndefined();
    } finally {
      spy.mockRestore();
      await sessions.start();
    }
  });

  it('is detected when the session expires', async () => {
    const ada = await here.signIn();
    await ada.get('/user/profile');
    const { sid } = claimsOf(ada.token);
    await inTransaction(here.deps.db, async (tx) => {
      await tx.client.query(
        "UPDATE sessions SET expires_at = clock_timestamp() + interval '300 milliseconds' WHERE id = $1",
        [sid],
      );
      await here.deps.sessions.publishUserChanges(tx, [ada.user.id]);
    });
    await here.deps.sessions.readChanges();
    await vi.waitFor(() => expect(here.deps.sessions.current(sid)).toBeUndefined());
    expect((await ada.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  });
});

describe('S3 renewal', () => {
  it('moves the end on every server and returns a token of the same session', async () => {
    const ada = await here.signIn();
    await inTransaction(here.deps.db, async (tx) => {
      await tx.client.query(
        "UPDATE sessions SET expires_at = clock_timestamp() + interval '1 hour' WHERE user_id = $1",
        [ada.user.id],
      );
    });
    await there.client.withToken(ada.token).get('/user/profile');
    const { sid } = claimsOf(ada.token);
    const before = there.deps.sessions.current(sid)?.expiresAtMs ?? 0;
    const { body } = await ada.post('/auth/renew');
    expect(claimsOf(body.token).sid).toBe(sid);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(before);
    await there.deps.sessions.readChanges();
    expect(there.deps.sessions.current(sid)?.expiresAtMs).toBe(Date.parse(body.expires_at));
    expect((await there.client.withToken(body.token).get('/user/profile')).status).toBe(200);
  });

  it('S3a replies with both times of the database’s clock, and moves the end up to 30 days after the sign-in', async () => {
    const ada = await here.signIn();
    const age = (days: string) =>
      here.deps.db.pool.query(
        `UPDATE sessions SET created_at = clock_timestamp() - $2::interval, expires_at = clock_timestamp() + interval '1 hour'
         WHERE user_id = $1`,
        [ada.user.id, days],
      );
    const lifeMs = async () => {
      const { body } = await ada.post('/auth/renew');
      return Date.parse(body.expires_at) - Date.parse(body.issued_at);
    };
    await age('1 day');
    expect(await lifeMs()).toBe(24 * 3_600_000);
    await age('29 days 20 hours');
    expect(await lifeMs()).toBeLessThanOrEqual(4 * 3_600_000);
    // The setting was lowered meanwhile: the session is past its absolute end.
    await age('31 days');
    const viewer = await here.deps.sessions.authenticate(ada.token);
    expect((await ada.post('/auth/renew')).body.code).toBe('SESSION_ENDED');
    await here.deps.sessions.readChanges();
    await expect(here.deps.sessions.renew(viewer)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect((await ada.get('/user/profile')).body.code).toBe('SESSION_ENDED');
  });

  it('reaches a server that has the earlier end cached', async () => {
    const ada = await here.signIn();
    let passedMs = 0;
    const clock = {
      wallMs: () => systemClock.wallMs() + passedMs,
      monotonicMs: () => systemClock.monotonicMs() + passedMs,
    };
    const elsewhere = await startApp({ database, redis: null, overrides: { clock } });
    try {
      await here.deps.db.pool.query(
        "UPDATE sessions SET expires_at = clock_timestamp() + interval '1 minute' WHERE user_id = $1",
        [ada.user.id],
      );
      elsewhere.deps.sessions.stop();
      // A read in progress must not see the renewal.
      await elsewhere.deps.sessions.readChanges();
      const { sid } = claimsOf(ada.token);
      await elsewhere.deps.sessions.authenticate(ada.token);
      const { body } = await ada.post('/auth/renew');
      expect(elsewhere.deps.sessions.current(sid)).toBeDefined();
      passedMs = 61_000;
      expect(elsewhere.deps.sessions.current(sid)).toBeUndefined();
      expect((await elsewhere.client.withToken(body.token).get('/user/profile')).status).toBe(200);
    } finally {
      await elsewhere.close();
    }
  });
});

it('reads many sessions that reconnect at once in a few statements', async () => {
  const fresh = await startApp({ database, redis: null });
  try {
    const ada = await here.signIn();
    const tokens = await inTransaction(here.deps.db, async (tx) => {
      const made = [];
      for (let nth = 0; nth < 200; nth += 1)
        made.push((await here.deps.sessions.create(tx, ada.user.id)).token);
      return made;
    });
    const spy = vi.spyOn(fresh.deps.db.pool, 'query');
    await Promise.all([...tokens, ...tokens].map((token) => fresh.deps.sessions.authenticate(token)));
    const reads = spy.mock.calls.filter(
      ([query]) => (query as unknown as { name?: string }).name === 'sessions-live',
    );
    expect(reads).toHaveLength(1);
    await expect(
      fresh.deps.sessions.authenticate(
        sign({ sid: uuidv7(), sub: ada.user.id, exp: Math.floor(Date.now() / 1_000) + 60 }),
      ),
    ).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  } finally {
    await fresh.close();
  }
});
