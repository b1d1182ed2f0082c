import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const put = (id: number, edit: object) => world.operator.put(`/admin/contests/${id}`, edit);

describe('operators and contests', () => {
  it('O3 create, list with filters, and read', async () => {
    const realm = 8;
    await world.server.signIn({ realm });
    const tap = await world.create('tap', { realm, title: 'Friday Night Tap-Off' });
    const card = await world.create('card', { realm, starts_at: world.iso(60_000) });
    expect(tap.id).toBeGreaterThanOrEqual(2001);
    const list = async (query: string) =>
      (await world.operator.get(`/admin/contests?realm=${realm}&${query}`)).body.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list('kind=card')).toEqual([card.id]);
    expect(await list('status=pending')).toEqual([card.id]);
    expect(await list('q=tap-off')).toEqual([tap.id]);
    expect(await list('sort=id&order=ASC')).toEqual([tap.id, card.id]);
  });

  it('X13 a title with a word of the list is refused at its field', async () => {
    const contest = await world.create('tap', { starts_at: world.iso(60_000) });
    const refused = await put(contest.id, { title: 'Sh1t happens' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'title', message: 'Choose another title.' }],
    });
    await expect(world.create('tap', { title: 'Bitch Taps' })).rejects.toThrow('VALIDATION_FAILED');
    expect((await put(contest.id, { title: 'Bola Shittu Cup' })).status).toBe(200);
  });

  it('L7 an edit moves the difference of the subsidy, at most the balance of rewards', async () => {
    const before = await world.rewards();
    const contest = await world.create('math', { starts_at: world.iso(60_000), prize: 100 });
    expect(await world.rewards()).toBe(before - 90);
    expect((await put(contest.id, { prize: 300 })).body).toMatchObject({
      prize: 300,
      subsidy: 290,
      pot: 290,
    });
    expect(await world.rewards()).toBe(before - 290);
    expect((await put(contest.id, { entry_fee: 500 })).body).toMatchObject({ subsidy: 0, pot: 0 });
    expect(await world.rewards()).toBe(before);
    const tooMuch = await put(contest.id, { entry_fee: 0, prize: 1_000_000_000 });
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'REWARDS_TOO_LOW' } });
    expect(await world.rewards()).toBe(before);
    await expect(world.create('tap', { entry_fee: 0, prize: 1_000_000_000 })).rejects.toThrow(
      'REWARDS_TOO_LOW',
    );
  });

  it('O3 the terms of a live contest cannot change, and nothing of one that is over', async () => {
    const contest = await world.create('tap');
    expect((await put(contest.id, { title: 'New words' })).body.title).toBe('New words');
    for (const edit of [
      { prize: 16 },
      { entry_fee: 1 },
      { minimum_users: 2 },
      { end_date: world.iso(60_000) },
    ])
      expect((await put(contest.id, edit)).body.code).toBe('CONTEST_NOT_EDITABLE');
    await world.end(contest.id);
    expect((await put(contest.id, { title: 'Too late' })).body.code).toBe('CONTEST_NOT_EDITABLE');
    const cancel = await world.operator.post(`/admin/contests/${contest.id}/cancel`, { reason: 'Too late.' });
    expect(cancel.status).toBe(200);
  });

  it('O3 refuses an end in the past, no minimum and an unknown realm', async () => {
    for (const over of [{ end_date: world.iso(-60_000) }, { minimum_users: 0 }, { realm: 4_711 }])
      await expect(world.create('tap', over), JSON.stringify(over)).rejects.toThrow('VALIDATION_FAILED');
  });

  it('O3 sets the picture of a contest', async () => {
    const contest = await world.create('tap');
    const form = new FormData();
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#d42a12' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
    const { status, body } = await world.operator.post(`/admin/contests/${contest.id}/image`, form);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.image).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
  });
});
