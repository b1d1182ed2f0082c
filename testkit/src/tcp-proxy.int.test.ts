import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await openTcpProxy({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await proxy.close();
  await new Promise((resolve) => echo.close(resolve));
});

async function dial(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1');
  client.on('error', () => {});
  clients.push(client);
  await once(client, 'connect');
  return client;
}

async function read(client: Socket, length: number): Promise<string> {
  let text = '';
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.length >= length) break;
  }
  return text;
}

describe('the TCP proxy', () => {
  it('forwards bytes in order, also delayed and throttled', async () => {
    const client = await dial();
    client.write('one ');
    expect(await read(client, 4)).toBe('one ');
    proxy.delayMs = 5;
    proxy.bytesPerSecond = 1_000_000;
    const text = Array.from({ length: 2_000 }, (_, nth) => `${nth},`).join('');
    for (let at = 0; at < text.length; at += 700) client.write(text.slice(at, at + 700));
    expect(await read(client, text.length)).toBe(text);
  });

  it('makes a new connection wait for its handshakes', async () => {
    Object.assign(proxy, { delayMs: 20, handshakes: 2 });
    const startMs = performance.now();
    const client = await dial();
    client.write('new');
    expect(await read(client, 3)).toBe('new');
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(120);
    const againMs = performance.now();
    client.write('old');
    expect(await read(client, 3)).toBe('old');
    expect(performance.now() - againMs).toBeGreaterThanOrEqual(40);
  });

  it('keeps all bytes while frozen and forwards them afterwards', async () => {
    const client = await dial();
    proxy.isFrozen = true;
    client.write('late');
    const got = read(client, 4);
    expect(await Promise.race([got, dial().then(() => 'nothing yet')])).toBe('nothing yet');
    proxy.isFrozen = false;
    expect(await got).toBe('late');
  });

  it('cuts open connections and refuses new ones until switched back', async () => {
    const client = await dial();
    client.write('x');
    await read(client, 1);
    const closed = once(client, 'close');
    proxy.cutAll();
    await closed;
    expect(proxy.connections).toBe(0);
    proxy.isRefusing = true;
    const refused = await dial();
    await once(refused, 'close');
    proxy.isRefusing = false;
    const again = await dial();
    again.write('y');
    expect(await read(again, 1)).toBe('y');
  });

  it('forwards an orderly end after the bytes before it', async () => {
    const client = await dial();
    proxy.delayMs = 5;
    client.end('bye');
    expect(await read(client, 3)).toBe('bye');
    if (!client.closed) await once(client, 'close');
    expect(client.errored).toBeNull();
  });
});
