import { auctionsCalls, maximumsCalls } from '@copup/shared/calls/auctions.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { ApiClient } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction, join } from '../../test/bidding.ts';
import { overSocket, readSocketCalls, type SocketPlayer } from '../../test/over-socket.ts';

const ROUTES = ['POST /auction/bid/:id'];
let first: TestApp;
let second: TestApp;
const sockets: SocketPlayer[] = [];
beforeAll(async () => {
  first = await startApp({ overrides: { limitRules: noLimits } });
  second = await startApp({ database: first.database });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await second?.close();
  await first?.close();
});

async function openSocket(client: SignedInClient, { url }: TestApp, routes = ROUTES): Promise<SocketPlayer> {
  const socket = await overSocket(client, routes, url);
  sockets.push(socket);
  return socket;
}

async function newBidder(auction: number): Promise<SignedInClient> {
  const bidder = await first.signIn({ coins: 100 });
  await join(first.deps.db, auction, [bidder.user]);
  return bidder;
}
const withKey = (key: string) => ({ 'idempotency-key': key });
const bidsOf = async (auction: number): Promise<number> =>
  (await first.deps.db.pool.query('SELECT count(*)::int AS n FROM bids WHERE auction_id = $1', [auction]))
    .rows[0].n;

describe('calls over the socket', () => {
  it('P6 one key is one bid, over the socket and over HTTP, on two servers, in any order', async () => {
    const auction = await insertAuction(first.deps.db);
    const path = `/auction/bid/${auction}`;
    const [ada, bola] = [await newBidder(auction), await newBidder(auction)];
    const [adaBySocket, bolaBySocket] = [await openSocket(ada, first), await openSocket(bola, second)];

    const placed = await adaBySocket.post(path, undefined, withKey('a1'));
    expect(placed.body).toMatchObject({ seq: 1, price: 1, highestBidder: ada.user.username });
    expect((await ada.post(path, undefined, withKey('a1'))).body).toEqual(placed.body);

    const { body } = await bola.post(path, { maxBidPoints: 2 }, withKey('b1'));
    expect((await bolaBySocket.post(path, { maxBidPoints: 2 }, withKey('b1'))).body).toEqual(body);

    const ways = [adaBySocket, ada, adaBySocket, ada, adaBySocket, ada];
    const replies = await Promise.all(ways.map((way) => way.post(path, undefined, withKey('a2'))));
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    expect(await bidsOf(auction)).toBe(3);
  });

  it('refuses with the status, code, text, issues and details of the same call over HTTP', async () => {
    const auction = await insertAuction(first.deps.db);
    const [ada, bola] = [await newBidder(auction), await newBidder(auction)];
    const stranger = await first.signIn();
    const operator = await first.signIn({ role: 1 });
    expect((await bola.post(`/auction/bid/${auction}`)).status).toBe(200);
    const cases: [client: SignedInClient, id: unknown, body?: unknown, key?: string][] = [
      [bola, auction],
      [ada, auction, { maxBidPoints: 1 }],
      [ada, auction, { maxBidPoints: '5' }],
      [ada, auction, [1]],
      [ada, 999_999],
      [ada, 'x'],
      [ada, auction, undefined, 'k'.repeat(129)],
      [stranger, auction],
      [operator, auction],
    ];
    for (const [client, id, body, key] of cases) {
      const headers = key === undefined ? undefined : withKey(key);
      const overHttp = await client.post(`/auction/bid/${id}`, body, headers);
      const socket = await openSocket(client, first);
      const { status, body: refusal } = await socket.post(`/auction/bid/${id}`, body, headers);
      socket.close();
      expect(overHttp.status, overHttp.text).toBeGreaterThanOrEqual(400);
      expect([status, refusal]).toEqual([overHttp.status, overHttp.body]);
    }
    expect(await bidsOf(auction)).toBe(1);
  });

  it('S8 each call refuses an operator, as over HTTP', async () => {
    const routes = await readSocketCalls(first);
    expect(routes).toHaveLength(12);
    const operator = await first.signIn({ role: 1 });
    for (const way of [operator, await openSocket(operator, first, routes)])
      for (const route of routes) {
        const [method = '', path = ''] = route.replace(/:\w+/, '1').split(' ');
        const { status, body } = await way.call(method, path, { body: {} });
        expect([status, body.code], route).toEqual([403, 'OPERATORS_CANNOT_PLAY']);
      }
  });

  it('takes only calls that are declared for it, and names each of them in /docs/sockets', async () => {
    const others = ['POST /user/send-bid-points', 'POST /none'];
    const socket = await openSocket(await first.signIn(), first, others);
    for (const route of others) {
      const { status, body } = await socket.post(route.replace('POST ', ''));
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    const { text } = await first.client.get('/:docs/sockets');
    const declared = Object.entries({ ...auctionsCalls.calls, ...maximumsCalls.calls })
      .filter(([, call]) => 'bySocket' in call)
      .map(([route]) => route);
    expect(declared).toHaveLength(5);
    for (const route of declared) expect(text).toContain(`<td>${route}</td>`);
  });

  it('S2a takes its points from the limit of the same call over HTTP', async () => {
    const auction = await insertAuction(first.deps.db);
    const ada = await newBidder(auction);
    const socket = await openSocket(ada, second);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        (nth % 2 === 0 ? socket : new ApiClient(second.url, ada.token)).post(`/auction/bid/${auction}`),
      ),
    );
    const limited = replies.filter(({ body }) => body.code === 'RATE_LIMITED');
    expect(limited.length).toBeGreaterThanOrEqual(12 - 2 * 5);
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('O2 are counted with their route and transport', async () => {
    const auction = await insertAuction(first.deps.db);
    const [ada, bola] = [await newBidder(auction), await newBidder(auction)];
    for (const bidder of [ada, await openSocket(bola, first)])
      expect((await bidder.post(`/auction/bid/${auction}`)).status).toBe(200);
    const { text } = await first.client.get('/:metrics');
    for (const transport of ['http', 'socket'])
      expect(text).toMatch(
        new RegExp(
          `copup_http_request_seconds_count\\{method="POST",route="/api/auction/bid/:id",status="2xx",transport="${transport}"\\} [1-9]`,
        ),
      );
  });
});
