import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { openTcpProxy, type TcpProxy } from '@copup/testkit/tcp-proxy.ts';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBidders, insertAuction } from '../../test/bidding.ts';
import { errors } from './errors.ts';
import { replyInTimePlugin } from './reply-in-time.ts';

it('A11 a command of a player is answered in time, an upload and a read when they are done', async () => {
  const app = fastify();
  await app.register(errors);
  await app.register(replyInTimePlugin, { withinMs: 1 });
  const never = () => new Promise(() => undefined);
  const later = () => pause(20, { done: true });
  app.post('/command', { config: { access: 'player' } }, never);
  app.get('/read', { config: { access: 'player' } }, later);
  app.post('/upload', { config: { access: 'player' }, bodyLimit: 3_000_000 }, later);
  const reply = await app.inject({ method: 'POST', url: '/command' });
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'DEADLINE_PASSED']);
  expect((await app.inject('/read')).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(200);
  await app.close();
});

describe('half-dead connections to PostgreSQL', { tags: ['full'] }, () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    proxy = await openTcpProxy({ host: hostname, port: Number(port) });
    app = await startApp({ database: { url: proxy.urlOf(database.url) }, redis: null });
  });
  afterAll(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  it('A11, P6 a bid is answered with OUTCOME_UNKNOWN, and made once by its retries', async () => {
    const auctionId = await insertAuction(app.deps.db);
    const [bidder] = await createBidders(app.deps.db, auctionId, 1, 100);
    const ada = await app.signInAs(bidder?.id ?? '');
    const bid = () => ada.post(`/auction/bid/${auctionId}`, undefined, { 'idempotency-key': 'the-only-bid' });
    // The session is known from here on.
    await ada.get('/user/profile');
    // A new connection would take the bid, if none was idle.
    proxy.isFrozen = true;
    expect((await bid()).body.code).toBe('OUTCOME_UNKNOWN');
    proxy.freezeOpen();
    proxy.isFrozen = false;
    await vi.waitFor(async () => expect((await bid()).status).toBe(200), { timeout: 20_000, interval: 500 });
    const { rows } = await app.deps.db.pool.query('SELECT FROM bids WHERE auction_id = $1', [auctionId]);
    expect(rows).toHaveLength(1);
  });
});
