import { createTestDatabase } from '@copup/testkit/databases.ts';
import { openTcpProxy } from '@copup/testkit/tcp-proxy.ts';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

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
