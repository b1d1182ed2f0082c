import { EditAuctionBody } from '@copup/shared/auctions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuctionWorld, openAuctionWorld } from '../../../test/auction-world.ts';
import { changeSubjectImage } from '../../subjects/write-subject.ts';
import { auctionKind, findAuction } from './auctions.subject.ts';
import { editAuction } from './write-auction.ts';

let world: AuctionWorld;
let operatorId: string;
beforeAll(async () => {
  world = await openAuctionWorld();
  operatorId = (await world.user({ role: 1 })).id;
});
afterAll(() => world?.close());

const iso = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
const edit = (id: number, changes: EditAuctionBody) =>
  editAuction(world.deps, { id, operatorId }, EditAuctionBody.parse(changes));

describe('creating', () => {
  it('A1 live at once without a start, pending with a later one; ids from 1001; jobs are scheduled', async () => {
    const live = await world.create();
    expect(live).toMatchObject({ status: 'active', version: 1, bidIncrement: 1, priceKobo: 100_000, seq: 0 });
    expect(live.id).toBeGreaterThan(1_000);
    expect(live.hardEnd.getTime() - live.endDate.getTime()).toBe(900_000);
    const later = await world.create({ starts_at: iso(60_000), overtime_s: 30 });
    expect(later.status).toBe('pending');
    expect(later.hardEnd.getTime() - later.endDate.getTime()).toBe(30_000);
    expect(world.scheduled.slice(-3)).toEqual([
      ['auction-close', String(live.id), live.endDate],
      ['auction-start', String(later.id), later.startsAt],
      ['auction-close', String(later.id), later.endDate],
    ]);
  });

  it('refuses an end before the start, and a realm that does not exist', async () => {
    const refused = { code: 'VALIDATION_FAILED', issues: [{ path: expect.any(String) }] };
    for (const over of [{ starts_at: iso(7_200_000) }, { realm: 77 }])
      await expect(world.create(over)).rejects.toMatchObject(refused);
  });
});

describe('T5 the affiliate reward', () => {
  const terms = { target_users: 10, entry_bid_points: 15, starts_at: iso(60_000) };
  const refused = { code: 'VALIDATION_FAILED', issues: [{ path: 'reward_bid_points' }] };

  it('is at most half of the target × the entry fee, in a new auction and when any of the three is edited', async () => {
    const bad = [
      { ...terms, reward_bid_points: 76 },
      { reward_bid_points: 1 },
      { target_users: 10, entry_bid_points: 0, reward_bid_points: 1 },
    ];
    for (const over of bad) await expect(world.create(over)).rejects.toMatchObject(refused);
    const { id, rewardBidPoints } = await world.create({ ...terms, reward_bid_points: 75 });
    expect(rewardBidPoints).toBe(75);
    for (const changes of [{ reward_bid_points: 76 }, { target_users: 9 }, { entry_bid_points: 14 }])
      await expect(edit(id, changes)).rejects.toMatchObject(refused);
    expect(await edit(id, { target_users: 20, reward_bid_points: 150 })).toMatchObject({
      rewardBidPoints: 150,
    });
    expect(await edit(id, { name: 'Other words' })).toMatchObject({ name: 'Other words' });
  });
});

describe('editing', () => {
  it('everything while pending, and the hard end moves with the end', async () => {
    const { id } = await world.create({ starts_at: iso(60_000), overtime_s: 30, description: 'Kept' });
    const end = iso(9_000_000);
    const edited = await edit(id, { name: 'Television', entry_bid_points: 99, end_date: end });
    expect(edited).toMatchObject({ name: 'Television', description: 'Kept', entryBidPoints: 99, version: 2 });
    expect(edited.endDate.toISOString()).toBe(end);
    expect(edited.hardEnd.getTime() - edited.endDate.getTime()).toBe(30_000);
    expect(world.scheduled.at(-1)).toEqual(['auction-close', String(id), edited.endDate]);
  });

  it('only name, description and picture once live; a form that sends all fields counts only as its changes', async () => {
    const { id, endDate } = await world.create();
    expect(
      await edit(id, { name: 'Louder radio', price: 1_000, end_date: endDate.toISOString() }),
    ).toMatchObject({
      name: 'Louder radio',
      version: 2,
    });
    await expect(edit(id, { entry_bid_points: 11 })).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
    await expect(edit(id, { end_date: iso(1_000) })).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
    const { replaced } = await changeSubjectImage(
      world.deps,
      auctionKind,
      { id, operatorId },
      'a'.repeat(32),
    );
    expect(replaced).toBeNull();
    expect(await findAuction(world.db, id)).toMatchObject({ image: 'a'.repeat(32), version: 3 });
    expect(
      await world.query('SELECT action FROM admin_audit WHERE subject_id = $1 ORDER BY id', [String(id)]),
    ).toEqual([{ action: 'auction.edit' }, { action: 'auction.image' }]);
  });

  it('A14 only the words and the picture once a player has entered, also before the start', async () => {
    const { id } = await world.create({ starts_at: iso(60_000), entry_bid_points: 5 });
    await world.enter(id, await world.user({ coins: 5 }));
    for (const terms of [
      { category: 'cash' },
      { bid_increment: 1_000 },
      { end_date: iso(40 * 86_400_000) },
      { entry_bid_points: 4 },
    ] as const) {
      await expect(edit(id, terms)).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
    }
    expect(await edit(id, { name: 'Louder radio' })).toMatchObject({ name: 'Louder radio', bidIncrement: 1 });
  });

  it('nothing once it is over', async () => {
    const { id } = await world.create();
    await world.passEnd(id);
    await expect(edit(id, { name: 'x' })).rejects.toMatchObject({ code: 'AUCTION_NOT_EDITABLE' });
  });

  it('an edit without some fields does not restore their defaults', () => {
    expect(EditAuctionBody.parse({ name: 'x' })).toEqual({ name: 'x' });
  });
});
