import { Auction, WatchlistReply } from '@copup/shared/auctions.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPlayWorld, type PlayWorld } from '../../../test/play-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import { auctionKind } from './auctions.subject.ts';
import { endingJob, endingJobs, notifyEnding } from './notify-ending.ts';
import { eraseWatches } from './watchlist.queries.ts';
import { MAX_WATCHED } from './watchlist.ts';

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld();
});
afterAll(() => world?.close());

const minute = 60_000;
type Client = Pick<SignedInClient, 'put' | 'delete' | 'get'>;
const add = (client: Client, id: number) => untilDecided(() => client.put(`/auction/watchlist/${id}`));
const remove = (client: Client, id: number) => untilDecided(() => client.delete(`/auction/watchlist/${id}`));
const listOf = async (client: Client, query = ''): Promise<WatchlistReply> =>
  WatchlistReply.parse((await client.get(`/user/watchlist${query}`)).body);
const idsOf = async (client: Client) => (await listOf(client)).items.map(({ id }) => id);
const noticesOf = async (client: Client) => (await client.get('/user/notifications')).body.items;
/** Runs the sweeps of two servers at once, twice. */
async function notifyOnBoth(): Promise<void> {
  for (let run = 0; run < 2; run += 1) {
    await Promise.all([notifyEnding(world.server.deps), notifyEnding(world.other.deps)]);
  }
}
const endsIn = (id: number, ms: number) =>
  world.query(
    `UPDATE auctions SET end_date = now() + $2 * interval '1 millisecond',
      hard_end = greatest(hard_end, now() + $2 * interval '1 millisecond') WHERE id = $1`,
    [id, ms],
  );

describe('A13 the watchlist', () => {
  it('is changed on any server, before joining, and shown in the lists; adding twice changes nothing', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    const [first, second] = [await world.auction(), await world.auction()];
    expect((await add(ada, first)).body).toEqual({ watchlisted: true });
    expect((await add(world.onOther(ada), second)).status).toBe(200);
    expect((await add(ada, second)).body).toEqual({ watchlisted: true });
    expect(await idsOf(ada)).toEqual([second, first]);
    const flagOf = async (client: Client, id: number) =>
      Auction.parse((await client.get(`/auction/${id}`)).body).watchlisted;
    expect([await flagOf(ada, first), await flagOf(ben, first)]).toEqual([true, false]);
    const listed = (await ada.get('/auction')).body.filter((auction: Auction) => auction.watchlisted);
    expect(listed.map(({ id }: Auction) => id).sort()).toEqual([first, second]);
    expect((await remove(world.onOther(ada), second)).body).toEqual({ watchlisted: false });
    expect((await remove(ada, second)).body).toEqual({ watchlisted: false });
    expect([await idsOf(ada), await idsOf(ben)]).toEqual([[first], []]);
  });

  it('X1 is paged, newest additions first', async () => {
    const ada = await world.player();
    const ids: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      ids.unshift(await world.auction());
      await add(ada, ids[0] as number);
    }
    // Two of one millisecond.
    await world.query(
      `UPDATE auction_watches SET added_at = (SELECT max(added_at) FROM auction_watches WHERE user_id = $1)
        WHERE user_id = $1 AND auction_id = ANY($2)`,
      [ada.user.id, ids.slice(1)],
    );
    const first = await listOf(ada, '?limit=2');
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await listOf(ada, `?limit=2&before=${first.next}`);
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([ids.slice(2), null]);
  });

  it('L8 refuses unknown auctions, those of other realms, and ended ones', async () => {
    const ada = await world.player();
    const elsewhere = await world.server.signIn({ realm: 71 });
    const id = await world.auction();
    expect((await add(ada, 99_999_999)).body.code).toBe('AUCTION_NOT_FOUND');
    expect((await add(elsewhere, id)).body.code).toBe('AUCTION_NOT_FOUND');
    await world.closeAuction(id);
    expect((await add(ada, id)).body.code).toBe('AUCTION_ENDED');
  });

  it('is bounded: auctions that are over make room, open ones do not', async () => {
    const ada = await world.player();
    const [over, next, last] = [await world.auction(), await world.auction(), await world.auction()];
    await add(ada, over);
    await world.closeAuction(over);
    // Of another realm, whose auctions are in no list of another test.
    const { realm } = (await world.server.signIn({ realm: 72 })).user;
    await world.query(
      `INSERT INTO auctions (realm, name, category, price_kobo, entry_bid_points, status, starts_at, end_date, hard_end, chain_head, chain_secret)
        SELECT $2, 'Radio', 'product', 100, 0, 'active', now() - interval '1 hour', now() + interval '1 hour', now() + interval '2 hours',
          sha256(''), sha256('') FROM generate_series(1, $1)`,
      [MAX_WATCHED - 1, realm],
    );
    await world.query(
      `INSERT INTO auction_watches (user_id, auction_id)
        SELECT $1, id FROM auctions WHERE id <> ALL($3) ORDER BY id DESC LIMIT $2`,
      [ada.user.id, MAX_WATCHED - 1, [over, next, last]],
    );
    expect((await add(ada, next)).status).toBe(200);
    expect(await add(ada, last)).toMatchObject({ status: 409, body: { code: 'WATCHLIST_FULL' } });
    expect((await add(ada, next)).status).toBe(200);
    expect(await world.query('SELECT 1 FROM auction_watches WHERE auction_id = $1', [over])).toEqual([]);
  });

  it('S7 is erased with the account', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    const id = await world.auction();
    for (const client of [ada, ben]) await add(client, id);
    await inTransaction(world.server.deps.db, async (tx) => {
      await eraseWatches(tx, ada.user.id);
    });
    expect([await idsOf(ada), await idsOf(ben)]).toEqual([[], [id]]);
  });
});

describe('A13 the notice before the end', () => {
  it('is written once for each user and auction, by any number of servers, and not again after a new addition', async () => {
    const [ada, ben] = [await world.player(), await world.player()];
    const id = await world.auction();
    await add(ada, id);
    await notifyOnBoth();
    expect(await noticesOf(ada)).toEqual([]);
    await endsIn(id, 4 * minute);
    await notifyOnBoth();
    expect(await noticesOf(ada)).toMatchObject([
      {
        kind: 'ending',
        subject_kind: 'auction',
        subject_id: String(id),
        details: { name: 'Tecno Phantom', ends_at: (await ada.get(`/auction/${id}`)).body.end_date },
      },
    ]);
    await ada.post('/user/notifications/read');
    await remove(ada, id);
    await add(ada, id);
    // Added within the lead time: at once.
    await add(ben, id);
    await notifyOnBoth();
    expect(await noticesOf(ada)).toHaveLength(1);
    expect(await noticesOf(ben)).toHaveLength(1);
  });

  it('waits for the start of an auction that is shorter than the lead time; none is written once it is over', async () => {
    const ada = await world.player();
    const short = { starts_at: world.iso(minute), end_date: world.iso(3 * minute) };
    const id = await world.auction(short);
    const [cancelled, over] = [await world.auction(), await world.auction()];
    for (const each of [id, cancelled, over]) await add(ada, each);
    for (const each of [cancelled, over]) await endsIn(each, 4 * minute);
    const cancel = { id: cancelled, operatorId: null, reason: 'Damaged' };
    await cancelSubject(world.server.deps, auctionKind, cancel);
    await world.closeAuction(over);
    await notifyOnBoth();
    expect(await noticesOf(ada)).toEqual([]);
    await world.query(
      `UPDATE auctions SET status = 'active', starts_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await notifyOnBoth();
    expect(await noticesOf(ada)).toMatchObject([{ kind: 'ending', subject_id: String(id) }]);
  });

  it('W6 G4 respects the setting of the user, a time-out and a self-exclusion', async () => {
    const players = [await world.player(), await world.player(), await world.player(), await world.player()];
    const [muted, resting, excluded, other] = players as [
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
    ];
    const id = await world.auction();
    for (const client of players) expect((await add(client, id)).status).toBe(200);
    await muted.put('/user/notification-preferences', { preferences: [{ kind: 'ending', enabled: false }] });
    await resting.post('/user/time-out', { days: 1 });
    await excluded.post('/user/self-exclusion', { duration: '6_months' });
    await endsIn(id, 4 * minute);
    await notifyOnBoth();
    const counts = await Promise.all(players.map(async (client) => (await noticesOf(client)).length));
    expect(counts).toEqual([0, 0, 0, 1]);
    expect((await other.get('/user/notifications')).body.unread).toBe(1);
  });

  it('is written in pages for many users', async () => {
    const id = await world.auction();
    const users = await createUsers(world.server.deps.db, 600);
    await world.query('INSERT INTO auction_watches (user_id, auction_id) SELECT unnest($1::uuid[]), $2', [
      users.map((user) => user.id),
      id,
    ]);
    await endsIn(id, 4 * minute);
    await notifyOnBoth();
    expect(
      await world.query(
        `SELECT count(*)::int AS n, count(DISTINCT user_id)::int AS users FROM notifications
          WHERE kind = 'ending' AND subject_id = $1`,
        [String(id)],
      ),
    ).toEqual([{ n: 600, users: 600 }]);
  });
});

describe('A13 the scheduled job of the notice', () => {
  it('is scheduled with the addition, runs again when the end has moved, and never once the auction is over', async () => {
    const ada = await world.player();
    const scheduled = vi.spyOn(world.server.deps.jobs, 'scheduleJob');
    const id = await world.auction();
    const { body } = await ada.get(`/auction/${id}`);
    await add(ada, id);
    const at = new Date(Date.parse(body.end_date) - 5 * minute);
    expect(scheduled).toHaveBeenCalledWith(endingJob, String(id), at);
    scheduled.mockRestore();
    const run = endingJobs(world.server.deps).scheduled[endingJob];
    expect(await run?.(String(id))).toEqual(at);
    await endsIn(id, 4 * minute);
    expect(await run?.(String(id))).toBeUndefined();
    expect(await noticesOf(ada)).toHaveLength(1);
    await world.closeAuction(id);
    expect(await run?.(String(id))).toBeUndefined();
    expect(await run?.('not-an-id')).toBeUndefined();
  });
});
