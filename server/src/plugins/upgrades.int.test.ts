import { once } from 'node:events';
import { connect } from 'node:net';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ redis: null });
});
afterAll(() => app?.close());

/** Returns all that the server sends until it closes the connection. */
async function exchange(lines: string[], body = ''): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += String(data);
  });
  socket.write(`${[...lines, 'Host: x'].join('\r\n')}\r\n\r\n${body}`);
  await once(socket, 'close');
  const [head = '', ...rest] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') };
}

/** The headers that `curl --http2` sends. */
const h2c = [
  'Connection: Upgrade, HTTP2-Settings, close',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
];
const websocket = [
  'Connection: Upgrade',
  'Upgrade: WebSocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

describe('R1 a request to upgrade', () => {
  it('to a protocol that is not supported is served over HTTP/1.1', async () => {
    expect(await exchange(['GET /healthz HTTP/1.1', ...h2c])).toMatchObject({ status: 200 });
    const body = '{"email":"a@copup.test","password":"not the passphrase"}';
    const post = [
      'POST /api/auth/login HTTP/1.1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const login = await exchange([...post, ...h2c], body);
    expect([login.status, JSON.parse(login.body).code]).toEqual([401, 'WRONG_CREDENTIALS']);
    const socketPath = await exchange(['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...h2c]);
    expect(socketPath.status).toBe(400);
  });

  it.each(['/', '/api/config', '/socket.io', '/nothing'])('to a websocket at %s is refused', async (path) => {
    const { status, head, body } = await exchange([`GET ${path} HTTP/1.1`, ...websocket]);
    expect([status, JSON.parse(body).code]).toEqual([400, 'BAD_REQUEST']);
    expect(head.toLowerCase()).toContain('connection: close');
  });
});

it('I10 a handshake that is never completed is aborted after fifteen seconds', () => {
  expect(app.app.server.headersTimeout).toBe(15_000);
});
