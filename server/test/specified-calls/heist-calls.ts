import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { of, type SpecifiedCall } from './call.ts';
import type { SpecifiedWorld } from './world.ts';

const heist = of('name prize_name prize_image category status story', 'id prize ticket_price');
const answer = 'The golden key';
const unlockCode = 'VAULT-1960';

export async function heistCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const code = await world.codeOf(player);
  const create = (over: object = {}) => world.create({ minimum_users: 1, ...over });
  const [available, onHold, started] = [
    await create({ target_users: 5, reward_bid_points: 5 }),
    await create(),
    await create(),
  ];
  await create({ opens_at: world.iso(1_800_000) });
  /** A heist that the player wins, with the ticket of a friend. */
  const wins = async () => {
    const { id } = await create({ category: 'product', target_users: 1, reward_bid_points: 5 });
    accepted(await world.buy(player, id));
    const friend = await world.player();
    accepted(await friend.post(`/hurt/heist/pay-entry/affiliate/${id}/${code}`));
    await world.passAndSweep(id, 'starts_at');
    accepted(await player.post(`/hurt/submitAnswer/${id}`, { answer }));
    await world.passAndSweep(id, 'end_date');
    return id;
  };
  const ordered = await wins();
  accepted(await player.post('/hurt/checkout', { address: '08012345678, 12 Allen Avenue, Ikeja' }));
  await wins();
  await world.setUnlockCode(unlockCode);
  accepted(await player.post('/hurt/heists/unlock', { code: unlockCode }));
  for (const { id } of [onHold, started]) accepted(await world.buy(player, id));
  await world.passAndSweep(onHold.id, 'holds_at');
  await world.passAndSweep(started.id, 'starts_at');
  const [buyer, other] = [await world.player(), await world.player()];
  return [
    { call: 'GET /hurt/heists/available', reply: [heist] },
    { call: 'GET /hurt/heists-on-hold', reply: [heist] },
    { call: 'GET /hurt/heists-waiting', reply: [heist] },
    { call: 'GET /hurt/heists-started', reply: [{ ...heist, question: 'string' }] },
    { call: 'GET /hurt/heists/completed', reply: [of('name prize_image prize_name', 'id')] },
    { call: 'GET /hurt/heist/{id}', ids: [started.id], reply: { ...heist, question: 'string' } },
    {
      call: 'GET /hurt/heist/{id}',
      ids: [ordered],
      reply: { ...heist, question: 'string', answer: 'string' },
    },
    {
      call: 'GET /hurt/heist/winner/{id}',
      ids: [ordered],
      reply: { winner: 'string', heist: of('question answer', 'prize') },
    },
    {
      call: 'GET /hurt/heists/{id}/participants',
      ids: [available.id],
      reply: of('', 'participant_count remaining_spots'),
    },
    { call: 'POST /hurt/heists/pay-entry/{id}', by: buyer, ids: [available.id], reply: of('message') },
    {
      call: 'POST /hurt/heist/pay-entry/affiliate/{heistId}/{referrerId}',
      by: other,
      ids: [available.id, code],
      status: 201,
      reply: {},
    },
    { call: 'POST /hurt/submitAnswer/{id}', ids: [started.id], body: { answer }, reply: of('message') },
    {
      call: 'GET /hurt/heist/affiliate/list',
      reply: [of('name description', 'id target_users reward_bid_points')],
    },
    {
      call: 'GET /hurt/heist/affiliate/progress/{id}',
      ids: [available.id],
      reply: of('progressDisplay', 'remainingReferrals'),
    },
    { call: 'GET /hurt/heist/affiliate/link/{id}', ids: [available.id], reply: of('affiliateLink') },
    { call: 'POST /hurt/heist/affiliate/check-target/{id}', ids: [ordered], reply: of('message') },
    { call: 'GET /affiliate/heist/affiliate/total', reply: of('', 'totalAffiliates') },
    {
      call: 'GET /affiliate/heist/affiliate/progress',
      reply: of('progress', 'currentAffiliates totalTarget'),
    },
    { call: 'GET /hurt/cartH', reply: [of('name category', 'id')] },
    { call: 'POST /hurt/checkout', body: { address: '08012345678, 12 Allen Avenue, Ikeja' }, reply: {} },
    {
      call: 'GET /hurt/user-heist-orders',
      reply: [of('heist_name heist_prize auction_category status', 'order_id')],
    },
  ];
}
