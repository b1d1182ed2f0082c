import { AdminHeist } from '@copup/shared/heists.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

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
  });

  it('O3 refuses times, counts and answers that do not fit', async () => {
    for (const over of [
      { starts_at: '2099-01-02T00:00:00.000Z', end_date: '2099-01-01T00:00:00.000Z' },
      { starts_at: '2024-01-01T00:00:00.000Z' },
      { capacity: 1, minimum_users: 2 },
      { answers: [] },
      { answers: ['?!'] },
      { answers: Array.from({ length: 21 }, (_, nth) => `answer ${nth}`) },
      { realm: 4_711 },
    ])
      expect((await post(over)).body.code, JSON.stringify(over)).toBe('VALIDATION_FAILED');
  });

  it('H1 S8 a cancel returns the subsidy and refunds the tickets; players receive the reason, and every action is logged', async () => {
    const heist = await create({ minimum_users: 1, prize: 40 });
    await put(heist.id, { name: 'Renamed' });
    const player = await world.player(heist);
    // Also after the start.
    await world.passAndSweep(heist.id, 'starts_at');
    const cancel = () => world.operator.post(`${path}/${heist.id}/cancel`, { reason: 'The prize was lost.' });
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
    expect(
      await world.query(
        "SELECT action FROM admin_audit WHERE subject_kind = 'heist' AND subject_id = $1 ORDER BY id",
        [String(heist.id)],
      ),
    ).toEqual([{ action: 'heist.create' }, { action: 'heist.edit' }, { action: 'heist.cancel' }]);
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
});
