import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(() => world?.close());

const put = (id: number, edit: object) => world.operator.put(`/admin/contests/${id}`, edit);

describe('operators and contests', () => {
  it('O3 create, list with filters, and read', async () => {
    const realm = 8;
    const player = await world.server.signIn({ realm });
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
    expect((await world.operator.get('/admin/contests/2000')).body.code).toBe('CONTEST_NOT_FOUND');
    expect((await player.get('/admin/contests')).status).toBe(403);
  });

  it('X13 a title with a word of the list is refused at its field', async () => {
    const contest = await world.create('tap', { starts_at: world.iso(60_000) });
    const refused = await put(contest.id, { title: 'Sh1t happens' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'title', message: 'Choose another title.' }],
    });
    const { kind, entry_fee, prize, minimum_users, end_date } = contest;
    const terms = { kind, entry_fee, prize, minimum_users, end_date };
    const created = await world.operator.post('/admin/contests', { ...terms, title: 'Bitch Taps' });
    expect(created.body.code).toBe('VALIDATION_FAILED');
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
    const unpaid = await world.operator.post('/admin/contests', {
      kind: 'tap',
      title: 'Too rich',
      entry_fee: 0,
      prize: 1_000_000_000,
      minimum_users: 1,
      end_date: world.iso(60_000),
    });
    expect(unpaid.body.code).toBe('REWARDS_TOO_LOW');
    expect(await world.audit()).toEqual([]);
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

  it.each([
    ['an end in the past', { end_date: '2024-01-01T00:00:00.000Z' }],
    ['no prize', { prize: 0 }],
    ['no minimum', { minimum_users: 0 }],
    ['another kind', { kind: 'chess' }],
    ['a text as a fee', { entry_fee: '5' }],
    ['an unknown realm', { realm: 4_711 }],
  ])('O3 refuses %s', async (_, over) => {
    const body = {
      kind: 'tap',
      title: 'A contest',
      entry_fee: 5,
      prize: 5,
      minimum_users: 1,
      end_date: world.iso(60_000),
    };
    const reply = await world.operator.post('/admin/contests', { ...body, ...over });
    expect(reply.body.code).toBe('VALIDATION_FAILED');
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
