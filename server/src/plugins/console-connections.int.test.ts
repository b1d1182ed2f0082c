import { startApp, type TestApp } from '@copup/testkit/app.ts';
import type { TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import { untilBlocked } from '../../test/lock-waits.ts';
import { openDatabase } from '../db/database.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startApp({ database, redis: null, env: { DATABASE_POOL_SIZE: '2' } });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

it('A11 reports of operators that take long leave the connections of lanes and /readyz', async () => {
  const auctionId = await insertAuction(app.deps.db);
  const [bidder] = await createBidders(app.deps.db, auctionId, 1, 100);
  const ada = await app.signInAs((bidder as TestUser).id);
  const operator = await app.signIn({ role: 1 });
  const owner = openDatabase({ url: database.ownerUrl });
  const lock = await owner.pool.connect();
  try {
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE admin_audit');
    const reports = Array.from({ length: 8 }, () => operator.get('/admin/audit-log'));
    await untilBlocked(owner, 4);
    expect((await ada.post(`/auction/bid/${auctionId}`)).status).toBe(200);
    expect((await app.client.get('/:readyz')).status).toBe(200);
    await lock.query('ROLLBACK');
    for (const report of reports) expect([200, 503]).toContain((await report).status);
  } finally {
    lock.release();
    await owner.close();
  }
});
