import { Writable } from 'node:stream';
import { connectErrors } from '@copup/shared/rooms.ts';
import { roomStates, socketEvents } from '@copup/shared/socket-events.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loggerOptions } from '../log.ts';

let app: TestApp;
let logged = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});

beforeAll(async () => {
  app = await startApp({
    env: { ALLOWED_ORIGINS: 'https://friend.example' },
    overrides: { log: pino(loggerOptions({ logLevel: 'trace' }), sink) },
  });
});
afterAll(() => app?.close());

const login = { email: 'a@copup.test', password: 'a passphrase' };
const answer = async (reply: Promise<{ status: number; body: { code?: string } | undefined }>) => {
  const { status, body } = await reply;
  return [status, body?.code];
};

describe('R1 errors have one shape', () => {
  it.each([
    ['broken JSON', '{"email":', 400, 'BAD_JSON'],
    ['no JSON at all', 'email=a', 400, 'BAD_JSON'],
    ['a prototype', '{"__proto__":{"role":1},"email":"a@b.ng","password":"x"}', 400, 'BAD_JSON'],
    ['an array', '[]', 400, 'VALIDATION_FAILED'],
    ['null', 'null', 400, 'VALIDATION_FAILED'],
    ['nothing', '', 400, 'VALIDATION_FAILED'],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400, 'VALIDATION_FAILED'],
    [
      'deep nesting around a zero byte',
      `${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`,
      400,
      'VALIDATION_FAILED',
    ],
    ['10 MB', `"${'x'.repeat(10_000_000)}"`, 413, 'BODY_TOO_LARGE'],
  ])('for a body of %s', async (_what, body, status, code) => {
    expect(await answer(app.client.post('/auth/login', body))).toEqual([status, code]);
  });

  it('for other content types', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = app.client.post('/auth/login', JSON.stringify(login), { 'content-type': type });
      expect(await answer(reply), type).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('for an unknown URL, and for an unsupported method', async () => {
    expect(await answer(app.client.get('/nothing'))).toEqual([404, 'NOT_FOUND']);
    expect(await answer(app.client.get('/nothing', { headers: { accept: 'text/html' } }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const reply = await app.client.get('/auth/login');
    expect([reply.status, reply.body.code, reply.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'POST',
    ]);
    expect(await answer(app.client.get('/:../../package.json'))).toEqual([404, 'NOT_FOUND']);
    expect(await answer(app.client.get('/:%2e%2e%2f%2e%2e%2fpackage.json'))).not.toEqual([200, undefined]);
    expect(await answer(app.client.get('/:%'))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('accepts a POST without a body but with a JSON content type', async () => {
    const ada = await app.signIn();
    expect((await ada.post('/auth/logout', '', { 'content-type': 'application/json' })).status).toBe(200);
  });

  it('does not reveal internals of an unexpected error', async () => {
    const { query } = app.deps.db.pool;
    app.deps.db.pool.query = (() => Promise.reject(new Error('secret_table is broken'))) as never;
    const reply = await app.client.post('/auth/login', login);
    app.deps.db.pool.query = query;
    expect([reply.status, reply.body]).toEqual([
      500,
      { code: 'INTERNAL', message: 'An internal error occurred. Please try again later.' },
    ]);
    expect(reply.text).not.toMatch(/secret_table|at .*\.ts/);
    expect(logged).toContain('secret_table is broken');
  });

  it('is 503 with Retry-After while the database is unavailable, and recovers without a restart', async () => {
    const database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    const url = proxy.urlOf(database.url);
    const lines: { msg: string; err?: { code: string } }[] = [];
    const write = (line: string) => lines.push(JSON.parse(line));
    const log = pino(loggerOptions({ logLevel: 'warn' }), { write });
    const behind = await startApp({ database: { url }, overrides: { log } });
    try {
      expect((await behind.client.get('/:readyz')).status).toBe(200);
      proxy.isRefusing = true;
      proxy.cutAll();
      const reply = await behind.client.post('/auth/login', login);
      expect([reply.status, reply.body.code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await behind.client.get('/:readyz')).status).toBe(503);
      await behind.client.post('/auth/login', login);
      const failed = lines.filter(({ msg }) => msg === 'request failed');
      expect(failed.map(({ err }) => err?.code)).toEqual(['UNAVAILABLE']);
      expect(JSON.stringify(failed)).not.toMatch(/at .*\.[jt]s:\d/);
      expect((await behind.client.get('/:healthz')).status).toBe(200);
      proxy.isRefusing = false;
      await vi.waitUntil(async () => (await behind.client.get('/:readyz')).status === 200, {
        timeout: 20_000,
      });
      expect((await behind.client.post('/auth/login', login)).status).toBe(401);
    } finally {
      proxy.isRefusing = false;
      await behind.close();
      await proxy.close();
      await database.drop();
    }
  });
});

describe('headers', () => {
  it('of pages allow no inline script, no frame and no sniffing', async () => {
    for (const path of ['/:', '/:healthz', '/:nothing']) {
      const { headers } = await app.client.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
    }
  });

  it('of the API allow nothing, prevent caching, and contain no policy for pages', async () => {
    for (const path of ['/config', '/nothing', '/user/profile']) {
      const { headers } = await app.client.get(path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
      expect(
        [...headers.keys()].filter((name) => /^(cross-origin|x-frame|referrer|vary|access)/.test(name)),
      ).toEqual([]);
    }
  });

  it('W21 allow the camera on the pages that scan, and other features nowhere', async () => {
    const policyOf = async (path: string) =>
      (await app.client.get(path)).headers.get('permissions-policy') ?? '';
    for (const path of ['/:send', '/:send/?to=cp1', '/:verify']) {
      expect(await policyOf(path)).toContain('camera=(self), microphone=(), geolocation=()');
    }
    for (const path of ['/:', '/:auction/1001', '/:sender', '/:admin/send']) {
      expect(await policyOf(path)).toContain('camera=(), microphone=()');
    }
  });

  it('require TLS when PUBLIC_URL is https', async () => {
    const secure = await startApp({ env: { PUBLIC_URL: 'https://copup.example' }, redis: null });
    try {
      const { headers } = await secure.client.get('/:docs/');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    } finally {
      await secure.close();
    }
  });

  it('allow the listed origins and no others', async () => {
    const from = (origin: string) => app.client.post('/auth/login', login, { origin });
    expect((await from('https://friend.example')).headers.get('access-control-allow-origin')).toBe(
      'https://friend.example',
    );
    for (const origin of ['https://evil.example', 'null', 'https://friend.example.evil.example', 'file://']) {
      const reply = await from(origin);
      expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await from('https://friend.example')).headers.get('access-control-expose-headers')).toContain(
      'x-request-id',
    );
    expect((await from('https://friend.example')).headers.get('vary')).toBe('Origin');
    expect((await from(app.url)).status).not.toBe(403);
    const preflight = await app.client.call('OPTIONS', '/auth/login', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('R2 the documentation', () => {
  it('describes every call of the API, with the roles that may call it', async () => {
    const { body } = await app.client.get('/:docs/json');
    const calls = Object.entries(
      body.paths as Record<string, Record<string, { summary?: string; security: unknown[] }>>,
    );
    expect(calls.length).toBeGreaterThan(40);
    for (const [path, operations] of calls) {
      expect(path).toMatch(/^\/api\//);
      for (const operation of Object.values(operations)) expect(operation.summary).toBeTruthy();
    }
    expect(body.paths['/api/auth/login'].post.security).toEqual([]);
    expect(body.paths['/api/user/profile'].get.security).toEqual([{ bearer: [] }]);
    expect((await app.client.get('/:docs/')).status).toBe(200);
  });

  it('S8 describes the console to operators only, in production', async () => {
    const env = {
      NODE_ENV: 'production',
      JWT_SECRET: 'Kq8v3xN1pZr6tYw0sLb5mHd2gFj7cAe4',
      SECRETS_KEY: 'Zt4n7vQx1cPm8kRb3wLs6yHd0gJf5aUe',
      RECEIPTS_KEY: 'Hm6cXs2vTq9bWj4nZy7kRf3pLd8gUe5a',
      PUBLIC_URL: 'https://copup.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SUPPORT_EMAIL: 'help@copup.test',
    };
    const production = await startApp({ redis: null, env });
    try {
      const [player, operator] = [await production.signIn(), await production.signIn({ role: 1 })];
      const read = async (client: typeof app.client, path: string) => (await client.get(path)).text;
      for (const client of [production.client, player, production.client.withToken('x.y.z')]) {
        const text = await read(client, '/:docs/json');
        expect(text).toContain('/api/auction/bid');
        expect(text).not.toContain('/api/admin');
        const sockets = await read(client, '/:docs/sockets');
        expect(sockets).toContain('State of auction<');
        expect(sockets).not.toContain('State of overview<');
        const schemas = await read(client, '/:docs/sockets/json');
        expect(schemas).toContain('"auction":{"$schema"');
        expect(schemas).not.toContain('"overview":{"$schema"');
      }
      const yaml = await read(player, '/:docs/yaml');
      expect(yaml).toContain('/api/auction/bid');
      expect(yaml).not.toContain('/api/admin');
      for (const path of ['/:docs/json', '/:docs/yaml'])
        expect(await read(operator, path)).toContain('/api/admin/users');
      expect(await read(operator, '/:docs/sockets')).toContain('State of overview<');
      // The page sends the token with which the operator uses the console.
      expect(await read(production.client, '/:docs/static/swagger-initializer.js')).toContain(
        'localStorage.token',
      );
    } finally {
      await production.close();
    }
  });

  it('gives the schemas of every socket event and room, with an example, to programs', async () => {
    const { body } = await app.client.get('/:docs/sockets/json');
    expect(Object.keys(body.events)).toEqual(Object.keys(socketEvents));
    expect(Object.keys(body.rooms)).toEqual(Object.keys(roomStates));
    expect(body.events['room:join']).toMatchObject({
      from: 'client',
      payload: { anyOf: [{ required: ['rooms'] }, { required: ['room'] }] },
      example: { payload: { rooms: ['auction:1004'] } },
    });
    expect(body.rooms.auction.required).toContain('endDate');
  });

  it('R2 the page of sockets has contents, and shows each event with its direction, fields and example', async () => {
    const { text } = await app.client.get('/:docs/sockets');
    expect(text).not.toContain('<script');
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(` id="${id}"`);
    const sections = text.split('<h3 ').slice(1);
    const titles = [
      ...Object.keys(socketEvents),
      ...Object.keys(roomStates).map((kind) => `State of ${kind}`),
    ];
    expect(sections.map((section) => /^[^>]*>([^<]*)</.exec(section)?.[1])).toEqual(titles);
    for (const section of sections) expect(section).toContain('<th scope="col">Field</th>');
    for (const section of sections.slice(0, Object.keys(socketEvents).length)) {
      expect(section).toMatch(/<b>(Client to server|Server to client)\.<\/b>/);
      expect(section).toMatch(/<h4>Example[\s\S]*<pre>/);
    }
    expect(text).toContain('<td>rooms[].watchers</td><td>integer</td><td>always</td>');
  });

  it('describes every socket event, connect error and limit', async () => {
    const { text } = await app.client.get('/:docs/sockets');
    for (const event of [
      'room:join',
      'room:leave',
      'room:state',
      'room:removed',
      'session:ended',
      'server:leaving',
      'endDate',
      ...Object.keys(connectErrors),
      ...['TOO_MANY_ROOMS', 'RATE_LIMITED', '65536 a second', '16384 bytes', '10 seconds'],
    ]) {
      expect(text).toContain(event);
    }
  });
});

it('logs contain no password, code, token or address in the query', async () => {
  const ada = await app.signIn();
  await ada.get('/user/profile?token=swordfish-1');
  await app.client.post('/auth/login', { email: 'b@copup.test', password: 'swordfish-2' });
  await app.client.post('/auth/reset-password', {
    email: 'b@copup.test',
    otp: '987123',
    newPassword: 'swordfish-3',
    confirmPassword: 'swordfish-3',
  });
  app.deps.log.info(
    { body: { password: 'swordfish-4', code: '987124' }, token: 'swordfish-5', accountNumber: '0123456789' },
    'a slip',
  );
  app.deps.log.error(
    {
      err: Object.assign(new Error('bad'), { detail: 'Key (email)=(swordfish-6)', params: ['swordfish-7'] }),
    },
    'x',
  );
  expect(logged).toContain('/api/user/profile');
  expect(logged).toContain('a slip');
  expect(logged).not.toMatch(/swordfish|987123|987124|0123456789/);
  expect(logged).not.toContain(ada.token);
});
