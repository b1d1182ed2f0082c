import { AffiliateOffer } from '@copup/shared/affiliates.ts';
import { BuyTicketReply } from '@copup/shared/heists.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
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

const promoted = { target_users: 2, reward_bid_points: 8 };
const players = (count: number, coins = 10) =>
  Promise.all(Array.from({ length: count }, () => world.server.signIn({ coins })));
const codeOf = async ({ user }: SignedInClient) =>
  (await world.query<{ code: string }>('SELECT referral_code AS code FROM users WHERE id = $1', [user.id]))[0]
    ?.code ?? '';
const buyBy = async (user: SignedInClient, heistId: number, referrer: SignedInClient, key?: string) =>
  user.post(
    `/hurt/heist/pay-entry/affiliate/${heistId}/${await codeOf(referrer)}`,
    undefined,
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const referralsOf = (heistId: number) =>
  world.query<{ user_id: string; referrer_id: string; no: number; paid: number }>(
    `SELECT user_id, referrer_id, no, paid FROM affiliate_referrals
      WHERE subject_kind = 'heist' AND subject_id = $1 ORDER BY referrer_id, no`,
    [heistId],
  );
const progressOf = async (client: SignedInClient, id: number) =>
  (await client.get(`/hurt/heist/affiliate/progress/${id}`)).body;
const codeOfReply = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('T2 a ticket bought through a link', () => {
  it('counts once for the referrer, with a notice; the same key returns the first reply', async () => {
    const { id } = await world.create(promoted);
    const [ada, bola] = (await players(2)) as [SignedInClient, SignedInClient];
    const reply = await buyBy(bola, id, ada, 'key');
    expect([reply.status, BuyTicketReply.parse(reply.body)]).toMatchObject([
      201,
      { message: 'Pay entry fee successful!', ticket_no: 1 },
    ]);
    expect(await buyBy(bola, id, ada, 'key')).toMatchObject({ status: 201, body: reply.body });
    const message = 'Already joined the heist or insufficient copup coin.';
    const again = await buyBy(bola, id, ada);
    expect([again.status, again.body]).toEqual([409, { code: 'ALREADY_JOINED', message }]);
    const poor = await buyBy(await world.server.signIn(), id, ada);
    expect([poor.status, poor.body]).toMatchObject([409, { code: 'NOT_ENOUGH_COINS', message }]);
    expect(await referralsOf(id)).toEqual([
      { user_id: bola.user.id, referrer_id: ada.user.id, no: 1, paid: 10 },
    ]);
    expect(await world.notices(ada)).toEqual([
      {
        kind: 'referral',
        details: { name: 'The Lagos vault', username: bola.user.username, counted: 1, target: 2 },
      },
    ]);
    expect(await progressOf(ada, id)).toMatchObject({ progressDisplay: '1/2 (50%)', claim: 'open' });
    const list = AffiliateOffer.array().parse((await ada.get('/hurt/heist/affiliate/list')).body);
    expect(list[0]).toMatchObject({ id, description: 'A vault under the lagoon.', price: 10 });
    const { body } = await world.server.client.get(`/affiliate/heist/${id}/${await codeOf(ada)}`);
    expect(body).toMatchObject({ name: 'The Lagos vault', open: true, referrer: ada.user.username });
  });

  it('X7, T2 tells the prize in coins, takes available coins on request, and counts only a ticket without bonus coins', async () => {
    const [cash, product] = [
      await world.create({ ...promoted, prize: 60 }),
      await world.create({ ...promoted, category: 'product' }),
    ];
    const ada = await world.server.signIn();
    const code = await codeOf(ada);
    const prizeOf = async ({ id }: { id: number }) =>
      (await world.server.client.get(`/affiliate/heist/${id}/${code}`)).body.prize;
    expect([await prizeOf(cash), await prizeOf(product)]).toEqual([60, 0]);
    const bola = await world.server.signIn({ coins: 10, bonus: 30 });
    const path = `/hurt/heist/pay-entry/affiliate/${cash.id}/${code}`;
    const { body } = await bola.post(path, { pay_with: 'available' });
    expect(body).toMatchObject({ paid_available: 10, paid_bonus: 0 });
    const chidi = await world.server.signIn({ coins: 10, bonus: 1 });
    expect((await chidi.post(path)).body).toMatchObject({ paid_available: 9, paid_bonus: 1 });
    expect((await referralsOf(cash.id)).map(({ user_id }) => user_id)).toEqual([bola.user.id]);
  });

  it('is refused with an unknown code and the own link; nothing is charged', async () => {
    const { id } = await world.create(promoted);
    const [ada] = (await players(1)) as [SignedInClient];
    expect(codeOfReply(await buyBy(ada, id, ada))).toEqual([409, 'OWN_LINK']);
    const unknown = await ada.post(`/hurt/heist/pay-entry/affiliate/${id}/ZZZZZZZZ`);
    expect(codeOfReply(unknown)).toEqual([404, 'UNKNOWN_REFERRER']);
    expect([await world.wallet(ada), await referralsOf(id)]).toMatchObject([{ available: 10 }, []]);
  });

  it('numbers the referrals of a rush without a gap, and only of sold tickets', async () => {
    const { id } = await world.create({ ...promoted, capacity: 20 });
    const referrers = await players(3);
    const buyers = await players(30);
    const untilDecided = async (buyer: SignedInClient, nth: number): Promise<number> => {
      const { status, body } = await buyBy(buyer, id, referrers[nth % 3] as SignedInClient);
      return isTooSlow(body.code) ? untilDecided(buyer, nth) : status;
    };
    const statuses = await Promise.all(buyers.map(untilDecided));
    const sold = buyers.filter((_, nth) => statuses[nth] === 201).map(({ user }) => user.id);
    const rows = await referralsOf(id);
    expect([sold.length, rows.map(({ user_id }) => user_id).sort()]).toEqual([20, sold.sort()]);
    for (const { user } of referrers) {
      const numbers = rows.filter(({ referrer_id }) => referrer_id === user.id).map(({ no }) => no);
      expect(numbers).toEqual(numbers.map((_, nth) => nth + 1));
    }
  });

  it('T5 pays the reward of a heist that was won, once', async () => {
    const { id } = await world.create(promoted);
    const [ada, bola, chidi] = (await players(3)) as [SignedInClient, SignedInClient, SignedInClient];
    for (const buyer of [bola, chidi]) await buyBy(buyer, id, ada);
    await world.passAndSweep(id, 'starts_at');
    expect((await bola.post(`/hurt/submitAnswer/${id}`, { answer: 'golden key' })).status).toBe(200);
    const claim = () => ada.post(`/hurt/heist/affiliate/check-target/${id}`);
    expect(codeOfReply(await claim())).toEqual([409, 'NOT_SETTLED']);
    await world.passAndSweep(id, 'end_date');
    const before = await world.rewards();
    const replies = await Promise.all([claim(), claim()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([await world.wallet(ada), await world.rewards()]).toEqual([
      { available: 10, bonus: 8 },
      before - 8,
    ]);
  });

  it('H4 has no reward when the tickets were refunded', async () => {
    const { id } = await world.create(promoted);
    const [ada, ...buyers] = (await players(3)) as [SignedInClient, ...SignedInClient[]];
    for (const buyer of buyers) await buyBy(buyer, id, ada);
    expect(await progressOf(ada, id)).toMatchObject({ currentAffiliates: 2, claim: 'waiting' });
    const claim = () => ada.post(`/hurt/heist/affiliate/check-target/${id}`);
    expect(codeOfReply(await claim())).toEqual([409, 'NOT_SETTLED']);
    await world.passAndSweep(id, 'end_date');
    expect(codeOfReply(await claim())).toEqual([409, 'NO_REWARD']);
    expect(await progressOf(ada, id)).toMatchObject({ currentAffiliates: 0, claim: 'lost' });
  });
});
