import { AdminHeist } from '@copup/shared/heists.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(() => world?.close());

const path = '/admin/heists';
const post = async (over: object = {}) => world.operator.post(path, { ...world.bodyOf(), ...over });
const put = (id: number, edit: object) => world.operator.put(`${path}/${id}`, edit);
const create = async (over: object = {}): Promise<AdminHeist> => {
  const { status, body, text } = await post(over);
  expect(status, text).toBe(201);
  return AdminHeist.parse(body);
};
const rewardsAfter = async (work: () => Promise<unknown>) => {
  const before = await world.rewards();
  await work();
  return (await world.rewards()) - before;
};

describe('operators and heists', () => {
  it('O3 create with all fields, list with filters, and read', async () => {
    const realm = 8;
    await world.server.signIn({ realm });
    const cash = await create({ realm, name: 'The Balogun Market Blackout', story: 'Lights out.' });
    expect(cash).toMatchObject({
      status: 'available',
      question: 'What opens it?',
      answers: ['The golden key', 'Golden key'],
      answer: 'The golden key',
      winner_rule: 'earliest',
      // 50 − 10 × 2 (L7).
      subsidy: 30,
      pot: 30,
      remaining_spots: 100,
      answers_count: 0,
      winner: null,
    });
    const coupon = await create({
      realm,
      category: 'coupon',
      winner_rule: 'draw',
      opens_at: world.iso(60_000),
      target_users: 20,
      reward_bid_points: 10,
    });
    expect(coupon).toMatchObject({
      status: 'waiting',
      winner_rule: 'draw',
      target_users: 20,
      subsidy: 0,
      pot: 0,
    });
    const list = async (query: string) =>
      (await world.operator.get(`${path}?realm=${realm}&${query}`)).body.map(
        (row: unknown) => AdminHeist.parse(row).id,
      );
    expect(await list('category=coupon')).toEqual([coupon.id]);
    expect(await list('status=waiting')).toEqual([coupon.id]);
    expect(await list('q=market')).toEqual([cash.id]);
    expect(await list('sort=id&order=ASC')).toEqual([cash.id, coupon.id]);
    expect((await world.operator.get(`${path}?q=no-such`)).headers.get('content-range')).toBe('heists */0');
    expect((await world.operator.get(`${path}/3000`)).body.code).toBe('HEIST_NOT_FOUND');
  });

  it('S8 are refused to players, also with the question of a heist', async () => {
    const { id } = await create();
    const player = await world.server.signIn();
    for (const route of [path, `${path}/${id}`]) expect((await player.get(route)).status).toBe(403);
    for (const [route, body] of [
      [path, world.bodyOf()],
      [`${path}/${id}/cancel`, { reason: 'mine' }],
    ] as const)
      expect((await player.post(route, body)).status).toBe(403);
    expect((await player.put(`${path}/${id}`, { name: 'Mine' })).status).toBe(403);
  });

  it.each([
    ['an end in the past', { end_date: '2024-01-01T00:00:00.000Z' }],
    [
      'an end before the start',
      { starts_at: '2099-01-02T00:00:00.000Z', end_date: '2099-01-01T00:00:00.000Z' },
    ],
    ['a start in the past', { starts_at: '2024-01-01T00:00:00.000Z' }],
    ['a minimum above the capacity', { capacity: 1, minimum_users: 2 }],
    ['no answer', { answers: [] }],
    ['an answer of punctuation alone', { answers: ['?!'] }],
    ['21 answers', { answers: Array.from({ length: 21 }, (_, nth) => `answer ${nth}`) }],
    ['no question', { question: '' }],
    ['no prize', { prize: 0 }],
    ['another winner rule', { winner_rule: 'random' }],
    ['a text as a price', { ticket_price: '5' }],
    ['an unknown realm', { realm: 4_711 }],
  ])('O3 refuses %s', async (_, over) => {
    expect((await post(over)).body.code).toBe('VALIDATION_FAILED');
  });

  it('L7 the subsidy follows an edit, and rewards must have it', async () => {
    let heist = {} as AdminHeist;
    expect(await rewardsAfter(async () => (heist = await create({ prize: 100 })))).toBe(-80);
    expect(await rewardsAfter(() => put(heist.id, { prize: 300 }))).toBe(-200);
    expect(await rewardsAfter(() => put(heist.id, { ticket_price: 500 }))).toBe(280);
    const tooMuch = await put(heist.id, { ticket_price: 0, prize: 1_000_000_000 });
    expect(tooMuch).toMatchObject({ status: 409, body: { code: 'REWARDS_TOO_LOW' } });
    expect((await post({ ticket_price: 0, prize: 1_000_000_000 })).body.code).toBe('REWARDS_TOO_LOW');
    expect(await world.audit()).toEqual([]);
  });

  it('H3 the terms cannot change once a ticket is sold, and the commitment follows an edit before it', async () => {
    const heist = await create({ minimum_users: 1 });
    const edited = await put(heist.id, { answers: ['A silver key'] });
    expect(edited.body.answer_commitment).not.toBe(heist.answer_commitment);
    await world.player(heist);
    expect((await put(heist.id, { name: 'New words', story: 'More.' })).body).toMatchObject({
      name: 'New words',
      participant_count: 1,
      pot: 50,
    });
    for (const edit of [
      { question: 'Who?' },
      { answers: ['Another'] },
      { prize: 51 },
      { ticket_price: 1 },
      { winner_rule: 'draw' },
      { end_date: world.iso(9_000_000) },
    ])
      expect((await put(heist.id, edit)).body.code).toBe('HEIST_NOT_EDITABLE');
  });

  it('H1 a cancel returns the subsidy and refunds the tickets; players receive the reason', async () => {
    const heist = await create();
    const player = await world.player(heist);
    const cancel = () => world.operator.post(`${path}/${heist.id}/cancel`, { reason: 'The prize was lost.' });
    expect((await world.operator.post(`${path}/${heist.id}/cancel`, {})).status).toBe(400);
    expect(await rewardsAfter(cancel)).toBe(30);
    expect((await cancel()).status).toBe(200);
    await world.sweep();
    await world.notify();
    const { body } = await world.operator.get(`${path}/${heist.id}`);
    expect(AdminHeist.parse(body)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'The prize was lost.',
      pot: 0,
    });
    expect(await world.wallet(player)).toEqual({ available: 100, bonus: 0 });
    expect(await world.notices(player)).toMatchObject([
      { kind: 'refunded', details: { reason: 'The prize was lost.' } },
    ]);
    expect((await put(heist.id, { name: 'Too late' })).body.code).toBe('HEIST_NOT_EDITABLE');
    expect(await world.audit()).toEqual([]);
  });

  it('O3 sets the picture of a heist', async () => {
    const heist = await create();
    const form = new FormData();
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#d42a12' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
    const { status, body } = await world.operator.post(`${path}/${heist.id}/image`, form);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.prize_image).toMatch(/^\/uploads\/[0-9a-f]{32}-640\.webp$/);
  });

  it('S8 every action is in the operators’ log', async () => {
    const heist = await create();
    await put(heist.id, { name: 'Renamed' });
    await world.operator.post(`${path}/${heist.id}/cancel`, { reason: 'Over.' });
    expect(
      await world.query(
        "SELECT action FROM admin_audit WHERE subject_kind = 'heist' AND subject_id = $1 ORDER BY id",
        [String(heist.id)],
      ),
    ).toEqual([{ action: 'heist.create' }, { action: 'heist.edit' }, { action: 'heist.cancel' }]);
  });
});
