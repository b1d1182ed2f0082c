import { auctionCardRoom } from '@copup/shared/room-names.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../../audit.ts';
import { demoPlayers } from '../../../demo-accounts.ts';
import { cancelRealm } from '../../../subjects/cancel-subject.ts';
import { auctionKind } from '../auctions.subject.ts';
import { defineBidLane } from '../bid-lane.ts';
import { type DemoBidder, ensureBidders } from './ensure-bidders.ts';
import { type BiddersDeps, mayRunBidders, runBidders } from './run-bidders.ts';

let app: TestApp;
let deps: BiddersDeps;
let ada: SignedInClient;
/** The bidders as four servers created them at once. */
let ensured: DemoBidder[][];
beforeAll(async () => {
  app = await startApp({ redis: null, overrides: { limitRules: noLimits } });
  app.deps.config.seedDemo = true;
  // The server has a lane of its own; bids of both meet at the auction's row.
  deps = { ...app.deps, bids: defineBidLane(app.deps) };
  ensured = await Promise.all(Array.from({ length: 4 }, () => ensureBidders(app.deps)));
});
beforeEach(async () => {
  await query("UPDATE users SET email = id || '@example.com', is_demo = false WHERE email = $1", [
    demoPlayers[0].email,
  ]);
  ada = await app.signIn();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  // Returns the coins that the bidders hold.
  await cancelRealm(app.deps, auctionKind, 0);
});
afterAll(() => app?.close());

const sockets: RoomClient[] = [];
async function watch({ token }: Pick<SignedInClient, 'token'>, ...ids: number[]): Promise<RoomClient> {
  const socket = new RoomClient(app.url, token);
  sockets.push(socket);
  await socket.connected();
  for (const { ok } of await socket.join(...ids.map((id) => auctionCardRoom(id)))) expect(ok).toBe(true);
  return socket;
}

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.deps.db.pool.query(text, values)).rows as Row[];
const makeDemo = () =>
  query('UPDATE users SET email = $1, is_demo = true WHERE id = $2', [demoPlayers[0].email, ada.user.id]);

async function newAuction(facts: object = {}): Promise<number> {
  const operator = await app.signIn({ role: 1 });
  const { status, body } = await operator.post('/admin/auctions', {
    name: 'Airtime',
    category: 'coupon',
    price: 5_000,
    entry_bid_points: 0,
    is_starter: true,
    end_date: new Date(Date.now() + 600_000).toISOString(),
    ...facts,
  });
  expect(status).toBe(201);
  return body.id;
}
const stateOf = async (id: number) =>
  (
    await query<{ seq: number; leader: string | null; entries: number }>(
      `SELECT seq, leader_username AS leader, (SELECT count(*)::int FROM auction_entries WHERE auction_id = id) AS entries
       FROM auctions WHERE id = $1`,
      [id],
    )
  )[0];
/** Moves all entries and bids into the past, as if time had passed. */
const later = (id: number) =>
  app.asOwner(`UPDATE auction_entries SET joined_at = joined_at - interval '1 minute' WHERE auction_id = ${id};
    ALTER TABLE bids DISABLE TRIGGER USER; UPDATE bids SET at = at - interval '1 minute' WHERE auction_id = ${id};
    ALTER TABLE bids ENABLE TRIGGER USER`);
async function run(id: number, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    await later(id);
    await runBidders(deps);
  }
}

describe('X11 demo bidders', () => {
  it('enter and bid on a starter auction while it is watched, and stop when no client watches', async () => {
    await makeDemo();
    const id = await newAuction();
    await run(id, 3);
    expect(await stateOf(id)).toEqual({ seq: 0, leader: null, entries: 0 });
    const socket = await watch(ada, id);
    await run(id, 6);
    const lively = await stateOf(id);
    expect(lively?.entries).toBe(3);
    expect(lively?.seq).toBeGreaterThan(0);
    expect(lively?.leader).toMatch(/_demo$/);
    socket.close();
    const { rooms } = app.deps;
    await expect.poll(() => rooms.isHeld(`auction:${id}`)).toBe(false);
    await run(id, 4);
    expect(await stateOf(id)).toEqual(lively);
    expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  });

  it('outbid a guest politely and stop far below the worth, so that the guest leads in the end', {
    tags: ['full'],
  }, async () => {
    await makeDemo();
    const id = await newAuction({ price: 2_000 });
    const guest = await app.signIn({ coins: 500 });
    await watch(guest, id);
    expect((await guest.post(`/auction/pay-entry/${id}`)).status).toBe(200);
    for (let nth = 0; nth < 20; nth += 1) {
      await run(id, 1);
      await guest.post(`/auction/bid/${id}`);
    }
    const { seq = 0, leader } = (await stateOf(id)) ?? {};
    expect(leader).toBe(guest.user.username);
    // 35 % of a worth of 20 coins.
    expect(seq).toBeLessThanOrEqual(8);
    expect(seq).toBeGreaterThan(2);
  });

  it('never touch an auction with an entry fee, and a database that is no demo', async () => {
    const starter = await newAuction();
    const other = await newAuction({ name: 'Phone', is_starter: false, entry_bid_points: 5 });
    await watch(ada, starter, other);
    await run(starter, 4);
    expect(await stateOf(starter)).toMatchObject({ seq: 0, entries: 0 });
    await makeDemo();
    await run(other, 4);
    expect(await stateOf(other)).toMatchObject({ seq: 0, entries: 0 });
    expect((await stateOf(starter))?.entries).toBeGreaterThan(0);
  });

  it('never run in production, without a demo, or beside card payments', () => {
    const { config } = app.deps;
    const may = (facts: object) => mayRunBidders({ config: { ...config, ...facts } });
    expect(may({ isProduction: false, cardPayments: undefined })).toBe(true);
    expect([may({ isProduction: true }), may({ seedDemo: false }), may({ cardPayments: {} })]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are marked as demo players, cannot sign in, and are created once by parallel servers', async () => {
    expect(new Set(ensured.flat().map(({ id }) => id)).size).toBe(3);
    const operator = await app.signIn({ role: 1 });
    const { body } = await operator.get('/admin/users?q=_demo');
    expect(body.map((user: { is_demo: boolean; email: null }) => [user.is_demo, user.email])).toEqual(
      Array(3).fill([true, null]),
    );
    const [bidder] = ensured[0] ?? [];
    expect(await query('SELECT available FROM wallets WHERE user_id = $1', [bidder?.id])).toEqual([
      { available: 1_000 },
    ]);
  });
});
