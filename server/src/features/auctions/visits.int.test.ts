import { createHash } from 'node:crypto';
import { Landing, VisitedAuction } from '@copup/shared/auctions.ts';
import { findChainBreak } from '@copup/shared/bid-chain.ts';
import { auctionPublicRoom, auctionRoom, SESSION_ENDED, SOCKET_CALL } from '@copup/shared/room-names.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction, join } from '../../../test/bidding.ts';
import { systemClock } from '../../clock.ts';
import { chainGenesis } from './bid-chain.ts';
import { maskUsername } from './mask-username.ts';

let app: TestApp;
/** Added to the server's clock. */
let passedMs = 0;
const clock = {
  wallMs: () => systemClock.wallMs() + passedMs,
  monotonicMs: () => systemClock.monotonicMs() + passedMs,
};
const sockets: RoomClient[] = [];

beforeAll(async () => {
  app = await startApp({ redis: null, overrides: { clock } });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await app?.close();
});

async function connect(token: string): Promise<RoomClient> {
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  return socket;
}

/** An auction with two bids of two players. */
async function openAuction() {
  const id = await insertAuction(app.deps.db);
  const players = await Promise.all(
    ['adaeze_okonkwo', 'ben'].map((username) => app.signIn({ coins: 1_000, username: `${username}${id}` })),
  );
  await join(
    app.deps.db,
    id,
    players.map(({ user }) => user),
  );
  for (const player of players) expect((await player.post(`/auction/bid/${id}`)).status).toBe(200);
  return { id, players };
}

const visit = async (id: number) => VisitedAuction.parse((await app.client.get(`/watch/${id}`)).body);

it.each([
  ['chidi_demo', 'chidi_•••'],
  ['sola_demo', 'sola_d•••'],
  ['ada', 'a•••'],
  ['adaobi', 'ada•••'],
])('A15 masks %s as %s', (username, shown) => {
  expect(maskUsername(username)).toBe(shown);
});

describe('A15 a visitor', () => {
  it('reads an auction, its bids and the landing page without any whole name', async () => {
    const { id, players } = await openAuction();
    const visited = await visit(id);
    expect(visited).toMatchObject({
      current_bid_amount: 2,
      joined: false,
      watchlisted: false,
      own_bid: null,
    });
    expect(visited.recent.map(({ seq, username }) => [seq, username])).toEqual([
      [2, maskUsername(`ben${id}`)],
      [1, 'adaeze•••'],
    ]);
    const { body: published } = await app.client.get(`/watch/${id}/bids`);
    const hex = (text: string) => Buffer.from(text, 'hex');
    const bids = published.bids.map((bid: Record<string, string>) => ({
      ...bid,
      bidder: hex(bid.bidder ?? ''),
      atMs: Date.parse(bid.at ?? ''),
      hash: hex(bid.hash ?? ''),
    }));
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
    expect(findChainBreak(chainGenesis(id), bids, sha256)).toBeNull();
    passedMs += 5_000;
    const landing = Landing.parse((await app.client.get('/landing')).body);
    expect(landing.live?.bids).toHaveLength(2);
    for (const { user } of players)
      for (const text of [visited, published, landing].map((reply) => JSON.stringify(reply)))
        expect(text).not.toContain(user.username);
  });

  it('does not see auctions of load tests, nor one that does not exist', async () => {
    await app.signIn({ realm: 7 });
    const hidden = await insertAuction(app.deps.db, { realm: 7 });
    for (const path of [`/watch/${hidden}`, '/watch/999999', `/watch/${hidden}/bids`])
      expect((await app.client.get(path)).body.code).toBe('AUCTION_NOT_FOUND');
  });

  it('joins the public room of this auction with masked names, and nothing else, and sends no command', async () => {
    const { id, players } = await openAuction();
    const other = await insertAuction(app.deps.db);
    const { room_token } = await visit(id);
    const socket = await connect(room_token);
    const [joined, ...refused] = await socket.join(
      auctionPublicRoom(id),
      ...[auctionRoom(id), auctionPublicRoom(other), `user:${players[0]?.user.id}`, 'auctions', 'bets'],
    );
    expect(joined).toMatchObject({ ok: true, state: { price: 2, leader: maskUsername(`ben${id}`) } });
    expect(joined?.ok && joined.recent).toHaveLength(2);
    expect(refused.map((each) => !each.ok && each.code)).toEqual(refused.map(() => 'FORBIDDEN'));
    await players[0]?.post(`/auction/bid/${id}`);
    const frame = await socket.frame(({ state }) => (state as { seq: number }).seq === 3);
    expect(frame.state).toMatchObject({ leader: 'adaeze•••' });
    expect(JSON.stringify([joined, frame])).not.toContain(players[0]?.user.username);
    const sent = { call: 'POST /auction/bid/:id', params: { id }, body: null, key: 'a-key-of-a-visitor' };
    expect(await socket.socket.timeout(60_000).emitWithAck(SOCKET_CALL, sent)).toMatchObject({
      ok: false,
      code: 'NOT_SIGNED_IN',
    });
  });

  it('cannot use the token as a session, and its socket ends with it', async () => {
    const { id } = await openAuction();
    const { room_token } = await visit(id);
    for (const token of [room_token, room_token.replace('visit.', '')]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${app.url}/api/user/profile`, { headers })).status).toBe(401);
    }
    await expect(connect(room_token.replace('visit.', ''))).rejects.toMatchObject({
      data: { code: 'NOT_SIGNED_IN' },
    });
    const { token } = await app.signIn();
    await expect(connect(`visit.${token}`)).rejects.toMatchObject({ data: { code: 'NOT_SIGNED_IN' } });
    const socket = await connect(room_token);
    const ended = socket.event(SESSION_ENDED);
    passedMs += 16 * 60_000;
    expect(await ended).toMatchObject({ code: 'SESSION_ENDED' });
    await expect(connect(room_token)).rejects.toMatchObject({ data: { code: 'SESSION_ENDED' } });
  });
});
