import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { isConnectionLoss } from './pg-errors.ts';

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

it('I10 a connection that ends as it is handed over refuses its transaction, and does not end the process', async () => {
  const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')]);
  const ended = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([ready, ended])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const db = openDatabase({ url: `postgres://copup@127.0.0.1:${port}/copup` });
  try {
    const refused = await inTransaction(db, async () => {}).catch((error: unknown) => error);
    expect(isConnectionLoss(refused), String(refused)).toBe(true);
  } finally {
    await db.close();
    server.close();
  }
});

it('A11 after a query without a reply, the connections that were idle with it are replaced', async () => {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = await openTcpProxy({ host: hostname, port: Number(port) });
  const db = openDatabase({ url: proxy.urlOf(database.url), queryTimeoutMs: 500 });
  try {
    const clients = await Promise.all(Array.from({ length: 4 }, () => db.pool.connect()));
    for (const client of clients) client.release();
    proxy.freezeOpen();
    await expect(db.pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
    for (let nth = 0; nth < 4; nth += 1) await db.pool.query('SELECT 1');
  } finally {
    proxy.cutAll();
    await db.close();
    await proxy.close();
    await database.drop();
  }
});
