import { AuctionState, AuctionsState, RecentBid } from '@copup/shared/auctions.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { closeOverdue } from '../../subjects/due-subjects.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { auctionRoomKind, auctionsRoomKind } from './auctions.room.ts';
import { auctionKind } from './auctions.subject.ts';

let world: AuctionWorld;
beforeAll(async () => {
  world = await openAuctionWorld();
});
afterAll(() => world?.close());

const viewer = (realm: number, role: 0 | 1 = 0) => ({ realm, role }) as Viewer;

describe('A9 room auction:{id}', () => {
  it('returns the full state with the last 20 bids', async () => {
    const room = auctionRoomKind(world.deps, subjectRealms(world.deps, auctionKind));
    const { id } = await world.create({ entry_bid_points: 0 });
    const [first, second] = [await world.user({ coins: 100 }), await world.user({ coins: 100 })];
    for (const user of [first, second]) await world.enter(id, user);
    for (let nth = 0; nth < 25; nth += 1) await world.bid(id, nth % 2 ? second : first);
    const found = (await room.snapshot([String(id), '999999', 'x'])).get(String(id));
    expect(AuctionState.parse(found?.state)).toMatchObject({
      status: 'active',
      price: 25,
      leader: first.username,
      seq: 25,
    });
    const recent = found?.recent?.map((bid) => RecentBid.parse(bid)) ?? [];
    expect(recent.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, nth) => 25 - nth));
    expect(JSON.stringify(found?.state).length).toBeLessThan(170);
  });
});

describe('I10 rooms of auctions', () => {
  it('are authorized with one query for a join of fifty, and without a query for those that were just not found', async () => {
    const room = auctionRoomKind(world.deps, subjectRealms(world.deps, auctionKind));
    const query = vi.spyOn(world.deps.db.pool, 'query');
    const { id } = await world.create({});
    const readSnapshots = async () => {
      query.mockClear();
      const names = Array.from({ length: 50 }, (_, nth) => String(id + nth));
      const allowed = await Promise.all(names.map((name) => room.authorize(viewer(0), name)));
      return [query.mock.calls.length, allowed.filter(Boolean).length];
    };
    expect(await readSnapshots()).toEqual([1, 1]);
    expect(await readSnapshots()).toEqual([0, 1]);
    query.mockRestore();
  });
});

describe('A9 room auctions', () => {
  it('lists new and ended auctions, newest first, for each realm separately', async () => {
    const room = auctionsRoomKind(world.deps);
    await world.user({ realm: 6 });
    const [first, second] = [
      await world.create({ realm: 6, entry_bid_points: 0 }),
      await world.create({ realm: 6 }),
    ];
    const read = async () => (await room.snapshot(['6'])).get('6');
    const before = await read();
    expect(AuctionsState.parse(before?.state).changes).toMatchObject([
      { id: second.id, status: 'active' },
      { id: first.id, status: 'active' },
    ]);
    expect(before?.version).toBe(2);
    await world.passEnd(first.id);
    await closeOverdue(world.deps, auctionKind);
    const after = await read();
    expect(after?.version).toBe(3);
    expect(after?.state.changes[0]).toMatchObject({ id: first.id, status: 'unsold' });
    expect((await room.snapshot([''])).has('')).toBe(true);
  });

  it('admits users of its own realm, and operators, as the room of each of its auctions does', async () => {
    const realms = subjectRealms(world.deps, auctionKind);
    await world.user({ realm: 3 });
    const { id } = await world.create({ realm: 3 });
    for (const [room, name, elsewhere] of [
      [auctionRoomKind(world.deps, realms), String(id), undefined],
      [auctionsRoomKind(world.deps), '3', ''],
    ] as const) {
      const may = (who: Viewer, of: string = name) => room.authorize(who, of);
      expect([await may(viewer(3)), await may(viewer(0)), await may(viewer(0, 1))]).toEqual([
        true,
        false,
        true,
      ]);
      if (elsewhere !== undefined)
        expect([await may(viewer(0), elsewhere), await may(viewer(3), elsewhere)]).toEqual([true, false]);
    }
    const room = auctionRoomKind(world.deps, realms);
    for (const name of ['1', '2', '3', 'x', '', '01001', '1e3'])
      expect(await room.authorize(viewer(0), name)).toBe(false);
  });
});
