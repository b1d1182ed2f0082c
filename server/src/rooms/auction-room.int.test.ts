import { AuctionState } from '@copup/shared/auctions.ts';
import { auctionCardRoom, auctionRoom, SESSION_ENDED, userRoom } from '@copup/shared/room-names.ts';
import { UserState } from '@copup/shared/users.ts';
import { startApp, type TestApp } from '@copup/testkit/app.ts';
import { createTestDatabase, type TestDatabase, testRedis } from '@copup/testkit/databases.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAuction, join } from '../../test/bidding.ts';
import { inTransaction } from '../db/in-transaction.ts';

const MAX_FRAME_BYTES = 260;
/** Of a websocket frame of this size. */
const HEADER_BYTES = 4;

let database: TestDatabase;
let one: TestApp;
let two: TestApp;
const sockets: RoomClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const redis = testRedis();
  one = await startApp({ database, redis });
  two = await startApp({ database, redis });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await one.close();
  await two.close();
  await database.drop();
});

async function connect(app: TestApp, token: string): Promise<RoomClient> {
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  return socket;
}

/** Creates a player with coins who has joined the auction, on the given server. */
async function player(app: TestApp, auctionId: number, username: string) {
  const client = await app.signIn({ coins: 1_000, username });
  await join(app.deps.db, auctionId, [client.user]);
  return { client, socket: await connect(app, client.token) };
}

describe('the room of an auction', () => {
  it('P4 A9 L9 sends bids made on either server to watchers on both, in small frames, with balances', async () => {
    const id = await insertAuction(one.deps.db);
    const ada = await player(one, id, 'adaeze_okonkwo');
    const ben = await player(two, id, 'babatunde_adey');
    const room = auctionRoom(id);
    for (const { socket, client } of [ada, ben]) {
      const [auction, card, user] = await socket.join(room, auctionCardRoom(id), userRoom(client.user.id));
      expect(auction).toMatchObject({ ok: true, state: { price: 0, leader: null, seq: 0 }, recent: [] });
      expect(card).toMatchObject({ ok: true });
      expect(user).toMatchObject({ ok: true, state: { available: 1_000, held: 0 } });
    }
    for (let seq = 1; seq <= 6; seq += 1) {
      const { client } = seq % 2 === 1 ? ada : ben;
      expect((await client.post(`/auction/bid/${id}`)).status).toBe(200);
    }
    const shown = ({ socket }: typeof ada) =>
      socket.frame(({ room: name, state }) => name === room && (state as AuctionState).seq === 6);
    const [here, there] = await Promise.all([shown(ada), shown(ben)]);
    expect(here.state).toEqual(there.state);
    expect([here.epoch, here.version]).toEqual([there.epoch, there.version]);
    expect(AuctionState.parse(here.state)).toMatchObject({
      price: 6,
      leader: 'babatunde_adey',
      status: 'active',
    });
    const text = `42${JSON.stringify(['room:state', { ...here, watchers: 12_345 }])}`;
    expect(HEADER_BYTES + Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_FRAME_BYTES);

    const balance = async ({ socket, client }: typeof ada, held: number) => {
      const name = userRoom(client.user.id);
      const { state } = await socket.frame(
        (frame) => frame.room === name && (frame.state as UserState).held === held,
      );
      return UserState.parse(state);
    };
    expect(await balance(ben, 6)).toMatchObject({ available: 994 });
    expect(await balance(ada, 0)).toMatchObject({ available: 1_000 });
    await ada.socket.version(auctionCardRoom(id), here.version);
    const [again] = await ada.socket.join(room);
    expect(again?.ok && again.recent).toHaveLength(6);
  });

  it('O5 S3 is closed to other realms, and user rooms to other users', async () => {
    const id = await insertAuction(one.deps.db);
    const stranger = await one.signIn({ realm: 7 });
    const other = await one.signIn();
    const socket = await connect(one, stranger.token);
    const rooms = await socket.join(
      auctionRoom(id),
      userRoom(other.user.id),
      'auctions',
      'auction:1',
      'auctions:7',
    );
    expect(rooms.map((joined) => (joined.ok ? 'ok' : joined.code))).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
      'ok',
    ]);
  });

  it('can be joined as soon as its auction is created, even right after a failed join', async () => {
    const operator = await one.signIn({ role: 1 });
    const create = async (): Promise<number> => {
      const end_date = new Date(Date.now() + 3_600_000).toISOString();
      const body = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 5, end_date };
      return (await operator.post('/admin/auctions', body)).body.id;
    };
    const next = auctionRoom((await create()) + 1);
    const socket = await connect(one, (await one.signIn()).token);
    expect(await socket.join(next)).toMatchObject([{ ok: false }]);
    expect(auctionRoom(await create())).toBe(next);
    expect(await socket.join(next)).toMatchObject([{ ok: true }]);
  });

  it('S3 closes a socket whose session was ended on another server', async () => {
    const client = await one.signIn();
    const socket = await connect(one, client.token);
    const ended = socket.event(SESSION_ENDED);
    await inTransaction(two.deps.db, (tx) =>
      two.deps.sessions.end(tx, { userId: client.user.id, reason: 'test' }),
    );
    expect(await ended).toMatchObject({ code: 'SESSION_ENDED' });
    await expect(connect(two, client.token)).rejects.toMatchObject({ data: { code: 'SESSION_ENDED' } });
  });
});
