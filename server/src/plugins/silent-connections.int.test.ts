import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { startApp } from '@copup/testkit/app.ts';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';

it('P1 a server closes despite silent connections, half-sent headers and bodies; a complete request is answered', async () => {
  const app = await startApp({ redis: null });
  const { port } = new URL(app.url);
  const open = async (text: string) => {
    const seen = once(app.app.server, text.includes('\r\n\r\n') ? 'request' : 'connection');
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write(text);
    await seen;
    return socket;
  };
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
  const sockets = [
    // Without a request, as browsers and proxies open them ahead of need.
    await open(''),
    await open(head),
    await open('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Half'),
    await open(head),
  ];
  const locker = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE write_checks IN SHARE MODE');
  const received = once(app.app.server, 'request');
  const whole = fetch(`${app.url}/readyz`).then(({ status }) => status);
  await received;
  const closed = app.close();
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve).resume())),
  );
  await locker.end();
  expect([200, 503]).toContain(await whole);
  await closed;
});

it('S2a a body that its client cuts off, and a connection that is closed when it is counted, are no server errors', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = await startApp({ redis: null, overrides: { log } });
  const open = () => connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
  const socket = open();
  const seen = once(app.app.server, 'request');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  const [request] = await seen;
  const cut = new Promise((resolve) => request.once('close', resolve));
  socket.resetAndDestroy();
  await cut;

  const ended = new Promise((resolve) => {
    app.app.server.prependListener('request', (next: IncomingMessage, response: ServerResponse) => {
      next.socket.destroy();
      response.once('close', resolve);
    });
  });
  open().write('GET /api/user/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\n\r\n');
  await ended;
  await app.close();
  expect(lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
});
