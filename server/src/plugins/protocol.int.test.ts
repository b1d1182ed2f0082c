import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ErrorReply } from '@copup/shared/wire.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let port: number;
/** The server's sides of all connections, in the order in which they were opened. */
const accepted: Socket[] = [];

beforeAll(async () => {
  app = await startApp({ redis: null });
  port = Number(new URL(app.url).port);
  app.app.server.on('connection', (socket: Socket) => accepted.push(socket));
});
afterAll(() => app?.close());

interface RawReply {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes unchanged; resolves with the received bytes when the server has closed the connection. */
async function send(text: string): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return parse(received);
}

function parse(text: string): RawReply {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body };
}

const expectRefusal = ({ status, body }: RawReply, expected: [number, string]) =>
  expect([status, ErrorReply.parse(JSON.parse(body)).code]).toEqual(expected);

describe('R1 a refusal by Node.js or a plugin has the shape of all errors', () => {
  it.each<[string, string, [number, string]]>([
    ['no HTTP', 'hello\r\n\r\n', [400, 'BAD_REQUEST']],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', [400, 'BAD_REQUEST']],
    ['a space in a header', 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n', [400, 'BAD_REQUEST']],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      [400, 'BAD_REQUEST'],
    ],
    [
      'a long header',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`,
      [431, 'HEADERS_TOO_LARGE'],
    ],
    ['no host', 'GET /api/config HTTP/1.1\r\nConnection: close\r\n\r\n', [400, 'BAD_REQUEST']],
    [
      'an unknown expectation',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n',
      [417, 'EXPECTATION_FAILED'],
    ],
    [
      'OPTIONS without an origin',
      'OPTIONS /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [405, 'METHOD_NOT_ALLOWED'],
    ],
    [
      'OPTIONS of an unknown URL',
      'OPTIONS /api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [404, 'NOT_FOUND'],
    ],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', [404, 'NOT_FOUND']],
    [
      'a failed condition on a file',
      'GET /docs/static/index.css HTTP/1.1\r\nHost: x\r\nIf-Match: "other"\r\nConnection: close\r\n\r\n',
      [412, 'PRECONDITION_FAILED'],
    ],
    [
      'an unsatisfiable range of a file',
      'GET /docs/static/index.css HTTP/1.1\r\nHost: x\r\nRange: bytes=99999999-\r\nConnection: close\r\n\r\n',
      [416, 'RANGE_NOT_SATISFIABLE'],
    ],
  ])('%s', async (_what, text, expected) => {
    expectRefusal(await send(text), expected);
  });

  it('lists the methods of a route in the reply to OPTIONS', async () => {
    const { head } = await send('OPTIONS /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(head.toLowerCase()).toContain('allow: post');
  });
});

describe('I10 the body of a refused request', () => {
  const endless = 'Transfer-Encoding: chunked\r\n\r\n';
  const declared = `Content-Length: ${64 * 2 ** 20}\r\n\r\n`;
  it.each([
    ['without a token', 'POST /api/cart/checkout', endless, [401, 'NOT_SIGNED_IN']],
    ['to an unknown URL', 'POST /api/nothing', endless, [404, 'NOT_FOUND']],
    ['by another method', 'PUT /api/auth/login', declared, [405, 'METHOD_NOT_ALLOWED']],
    [
      'of another type',
      'POST /api/auth/login',
      `Content-Type: text/plain\r\n${declared}`,
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      'that is too long',
      'POST /api/auth/login',
      `Content-Type: application/json\r\n${endless}`,
      [413, 'BODY_TOO_LARGE'],
    ],
  ] as const)('is not read to its end: %s', async (_what, line, headers, expected) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const before = accepted.length;
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${headers}`);
    const chunk = `${(2 ** 16).toString(16)}\r\n${'x'.repeat(2 ** 16)}\r\n`;
    let sentBytes = 0;
    while (!socket.destroyed && sentBytes < 64 * 2 ** 20) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]).catch(() => undefined);
    }
    await closed;
    const reply = parse(received);
    expectRefusal(reply, [...expected]);
    expect(reply.head.toLowerCase()).toContain('connection: close');
    // Bytes that arrive in one turn of the event loop are read in any case.
    expect(accepted[before]?.bytesRead).toBeLessThan(16 * 2 ** 20);
  });

  it('is read when it is small, so that the connection serves the next request', async () => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    const body = JSON.stringify({ x: 'x'.repeat(1_000) });
    const head = `POST /api/cart/checkout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head);
    await expect.poll(() => received).toContain('NOT_SIGNED_IN');
    received = '';
    socket.write(`${body}${head}${body}`);
    await expect.poll(() => received).toContain('NOT_SIGNED_IN');
    expect(received).not.toMatch(/connection: close/i);
    socket.destroy();
  });
});

it('R1 a server that shuts down refuses new requests on open connections', async () => {
  const leaving = await startApp({ redis: null });
  const socket = connect(Number(new URL(leaving.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  const closedSocket = once(socket, 'close');
  const headers = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue';
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n`);
  await expect.poll(() => received).toContain('100 Continue');
  const closed = leaving.close();
  await expect.poll(() => leaving.app.server.listening).toBe(false);
  socket.write('{}GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all([closed, closedSocket]);
  expect(received).toContain('"code":"VALIDATION_FAILED"');
  expect(received).toContain('"code":"UNAVAILABLE"');
});
