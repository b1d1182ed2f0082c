import { auctionRoom } from '@copup/shared/room-names.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertAuction, join } from '../../../test/bidding.ts';
import { systemClock } from '../../clock.ts';

const POLLS = 30;

let database: TestDatabase;
let here: TestApp;
/** Another server on the same database and Redis. */
let there: TestApp;
/** A server without Redis, whose monotonic clock moves only by the test: its other calls happen at one moment. */
let alone: TestApp;
let aloneMs = 1_000;
const sockets: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const redis = testRedis();
  here = await startApp({ database, redis, overrides: { limitRules: noLimits } });
  there = await startApp({ database, redis, overrides: { limitRules: noLimits } });
  const clock = { wallMs: systemClock.wallMs, monotonicMs: () => aloneMs };
  alone = await startApp({ database, redis: null, overrides: { limitRules: noLimits, clock } });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await Promise.all([here?.close(), there?.close(), alone?.close()]);
  await database?.drop();
});

const pollsOf = (id: number) => [
  `/auction/remaining-time/${id}`,
  `/auction/highest-bidder/${id}`,
  `/auction/${id}/highest-bid-points`,
];

async function watch(app: TestApp, token: string, id: number): Promise<RoomClient> {
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  expect(await socket.join(auctionRoom(id))).toMatchObject([{ ok: true }]);
  return socket;
}

/** Creates a player with coins who has joined the auction. */
async function player(app: TestApp, id: number) {
  const client = await app.signIn({ coins: 1_000 });
  await join(app.deps.db, id, [client.user]);
  return client;
}

/** Returns the statements about an auction since the call; a server reads others that it has members of on its own. */
function countQueries(app: TestApp, id: number): () => string[] {
  const { calls } = vi.spyOn(app.deps.db.pool, 'query').mock;
  const first = calls.length;
  return () => {
    const statements = calls.slice(first).map(([query]) => query as unknown as QueryConfig);
    return statements.flatMap(({ name, values }) =>
      name?.startsWith('auction') && String(values).split(',').includes(String(id)) ? [name] : [],
    );
  };
}

describe('polls of an auction', () => {
  it('need no query on a server with a member in the room, and include bids of every server', async () => {
    const id = await insertAuction(here.deps.db);
    const [ada, bola] = [await player(here, id), await player(there, id)];
    const socket = await watch(here, ada.token, id);
    const receipt = await bola.post(`/auction/bid/${id}`);
    await socket.version(auctionRoom(id), 2);
    const needNoQuery = async () => {
      const queries = countQueries(here, id);
      for (let nth = 0; nth < POLLS; nth += 1) {
        const reply = await ada.get(pollsOf(id)[nth % 3] ?? '');
        expect(reply.status).toBe(200);
        if (nth % 3 === 0)
          expect(reply.body).toMatchObject({
            endTime: receipt.body.endDate,
            currentBidder: bola.user.username,
            currentBidderProfile: null,
          });
      }
      return queries().length === 0;
    };
    // Once Redis has confirmed that this server receives all messages of the room. A new room is reconciled once more
    // meanwhile; polls of different attempts share no query, since that takes 250 ms.
    await vi.waitUntil(needNoQuery, { timeout: 30_000, interval: 300 });
  });

  it('include the caller’s own bid at once, with and without a member in the room on this server', async () => {
    const id = await insertAuction(here.deps.db);
    const [ada, bola] = [await player(here, id), await player(here, id)];
    for (let price = 1; price <= 8; price += 1) {
      if (price === 5) await watch(here, ada.token, id);
      const bidder = price % 2 === 0 ? ada : bola;
      await bidder.get(`/auction/${id}/highest-bid-points`);
      expect((await bidder.post(`/auction/bid/${id}`)).body.price).toBe(price);
      expect((await bidder.get(`/auction/${id}/highest-bid-points`)).body).toEqual({
        highestBidPoints: price,
      });
      expect((await bidder.get(`/auction/highest-bidder/${id}`)).body).toEqual({
        username: bidder.user.username,
      });
    }
  });

  it('share one query without a member of the room on this server', async () => {
    const id = await insertAuction(here.deps.db);
    const ada = await alone.signIn();
    await ada.get(`/auction/highest-bidder/${await insertAuction(here.deps.db)}`);
    const queries = countQueries(alone, id);
    const replies = await Promise.all(
      Array.from({ length: POLLS }, (_, nth) => ada.get(pollsOf(id)[nth % 3] ?? '')),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    // The realm is read before the first reply and cached for ever.
    expect(queries().filter((name) => name !== 'auctions-realms')).toEqual(['auction-snapshots']);
  });

  it('read from the database when messages of other servers do not arrive', async () => {
    const id = await insertAuction(here.deps.db);
    const [ada, bola] = [await player(alone, id), await player(here, id)];
    await watch(alone, ada.token, id);
    await bola.post(`/auction/bid/${id}`);
    // The read of the join is shared for 250 ms.
    aloneMs += 250;
    expect((await ada.get(`/auction/${id}/highest-bid-points`)).body).toEqual({ highestBidPoints: 1 });
  });

  it('are for users of its realm only, also when other users watch the room on this server', async () => {
    const insider = await here.signIn({ realm: 7 });
    const id = await insertAuction(here.deps.db, { realm: 7 });
    await watch(here, insider.token, id);
    const others = [await here.signIn(), await here.signIn({ role: 1 })];
    for (const path of pollsOf(id)) {
      expect((await insider.get(path)).status).toBe(200);
      for (const other of others) {
        const reply = await other.get(path);
        expect([reply.status, reply.body.code]).toEqual([404, 'AUCTION_NOT_FOUND']);
      }
    }
  });
});
