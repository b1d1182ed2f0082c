import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp } from '@copup/testkit/app.ts';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';

it('a connection without a request does not keep a closing server open', async () => {
  const app = await startApp({ redis: null });
  const line = connect(Number(new URL(app.url).port), '127.0.0.1');
  const accepted = once(app.app.server, 'connection');
  await once(line, 'connect');
  await accepted;
  const closed = app.close().then(() => 'closed');
  expect(await Promise.race([closed, pause(25_000, 'still open', { ref: false })])).toBe('closed');
  line.destroy();
});

it('P1 a server closes despite half-sent headers and bodies; a complete request is answered', async () => {
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

it('a body that its client cuts off does not count as a database error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = await startApp({ redis: null, overrides: { log } });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const seen = once(app.app.server, 'request');
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  );
  const [request] = await seen;
  const cut = new Promise((resolve) => request.once('close', resolve));
  socket.resetAndDestroy();
  await cut;
  await app.close();
  expect(lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
});

it('S2a a request whose connection is closed when it is counted does not count as a server error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const app = await startApp({ redis: null, overrides: { log } });
  const ended = new Promise((resolve) => {
    app.app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      request.socket.destroy();
      response.once('close', resolve);
    });
  });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
  socket.write('GET /api/user/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\n\r\n');
  await ended;
  await app.close();
  expect(lines.filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
});
