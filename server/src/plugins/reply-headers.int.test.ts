import { once } from 'node:events';
import { connect } from 'node:net';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const LIMIT_BYTES = 300;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ redis: null, env: { ALLOWED_ORIGINS: 'https://friend.example' } });
});
afterAll(() => app?.close());

/** Returns what the server sends before the body, including the status line and the empty line. */
async function headOf(request: string[], version = '1.1'): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').setEncoding('latin1');
  const [first = '', ...rest] = request;
  socket.write([`${first} HTTP/${version}`, 'Host: x', ...rest].join('\r\n').concat('\r\n\r\n'));
  let received = '';
  while (!received.includes('\r\n\r\n')) {
    const [chunk] = (await once(socket, 'data')) as [string];
    received += chunk;
  }
  socket.destroy();
  return received.slice(0, received.indexOf('\r\n\r\n') + 4);
}

it('the headers of a reply of the API take at most 300 bytes', async () => {
  const operator = await app.signIn({ role: 1 });
  const player = await app.signIn();
  const as = ({ token }: { token: string }) => `Authorization: Bearer ${token}`;
  const replies = {
    200: ['GET /api/user/profile', as(player)],
    'an empty 404': ['GET /api/nothing'],
    '401': ['GET /api/user/profile'],
    '403': ['GET /api/admin/users', as(player)],
    '405': ['GET /api/auth/login'],
    "operators' users": ['GET /api/admin/users?_start=0&_end=25', as(operator)],
    "operators' orders": ['GET /api/admin/orders?_start=0&_end=25', as(operator)],
    'the audit log': ['GET /api/admin/audit-log?_start=0&_end=25', as(operator)],
  };
  for (const [what, request] of Object.entries(replies)) {
    const head = await headOf(request);
    expect(head.length, `${what}:\n${head}`).toBeLessThanOrEqual(LIMIT_BYTES);
    expect(head).toMatch(/^content-type: application\/json; charset=utf-8\r$/m);
    expect(head).toMatch(/^date: /m);
  }
  expect(await headOf(replies["operators' users"])).toMatch(/^content-range: users /m);
});

it('a connection is kept or closed as the client requested, and the reply has a header where the HTTP version requires it', async () => {
  const connectionOf = async (version: string, ...headers: string[]) =>
    /^connection: (.*)\r$/im.exec(await headOf(['GET /api/config', ...headers], version))?.[1];
  expect(await connectionOf('1.1')).toBeUndefined();
  expect(await connectionOf('1.1', 'Connection: close')).toBe('close');
  expect(await connectionOf('1.0', 'Connection: keep-alive')).toBe('keep-alive');
  expect(await connectionOf('1.0')).toBe('close');
});
