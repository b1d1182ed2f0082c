import type { AdminHeist } from '@copup/shared/heists.ts';
import type { Demo } from '../support/demo.ts';
import { until } from '../support/people.ts';

/** What the demo's player won and joined, with the names that the pages show. */
export type OwnItems = Awaited<ReturnType<typeof stageOwnItems>>;

const prize = 'Rice cooker';
const answer = 'Time';

/** Lets the demo's player win an auction and a heist, and join one contest of each kind. */
export async function stageOwnItems(demo: Demo) {
  const { app } = demo;
  const by = await app.signInOperator();
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const item = { name: prize, category: 'product' as const, entry_bid_points: 5 };
  const { id: auction } = await by.createAuction({ ...item, price: 45_000, end_date: inMs(600_000) });
  const heist = await by.call<AdminHeist>('POST', '/admin/heists', {
    name: 'The cooker heist',
    story: 'The lights go out.',
    prize: 50,
    prize_name: prize,
    ticket_price: 5,
    category: 'product',
    question: 'What flies?',
    answers: [answer],
    capacity: 50,
    minimum_users: 1,
    starts_at: inMs(7_200_000),
    end_date: inMs(10_800_000),
  });
  await demo.send(`/hurt/heists/pay-entry/${heist.id}`);
  await app.openHeist(heist.id, { startsInS: 1 });
  await demo.send(`/auction/pay-entry/${auction}`);
  await demo.send(`/auction/bid/${auction}`);
  await app.endAuction(auction);
  const join = async (list: string, path: string, idField: string) => {
    const contests = await demo.list<{ id: number; title: string; status: string; joined: boolean }>(list);
    const contest = contests.find(({ status }) => status === 'active');
    if (!contest) throw new Error(`${list} has no active contest`);
    if (!contest.joined) await demo.send(path, { [idField]: contest.id });
    return contest;
  };
  const tap = await join('/tap/contests', '/tap/join-tap', 'tap_contest_id');
  const card = await join('/cardGameOne/card-games', '/cardGameOne/join-card-game', 'gameId');
  const math = await join('/mathGame/all', '/mathGame/join-game', 'gameId');
  await until(() => demo.send(`/hurt/submitAnswer/${heist.id}`, { answer }));
  await app.endHeist(heist.id);
  await demo.list('/cart');
  await demo.list('/hurt/cartH');
  const { referral_code: code } = await demo.read<{ referral_code: string }>('/user/profile');
  return { auction: { id: auction, name: prize }, heist, tap, card, math, code };
}
