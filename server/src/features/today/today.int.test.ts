import { mostOfToday, TodayItem } from '@copup/shared/today.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlayWorld, type PlayWorld } from '../../../test/play-world.ts';

// Its subjects are written as they stand at some hour of the day.
withoutAudit();

let world: PlayWorld;
let ada: SignedInClient;
beforeAll(async () => {
  world = await openPlayWorld({ redis: null });
  ada = await world.player();
});
afterAll(() => world?.close());

const todayOf = async (client: Pick<SignedInClient, 'get'>) =>
  TodayItem.array().parse((await client.get('/user/today')).body);
/** A time of the day of Africa/Lagos on which the database reads it. */
const onDay = (hours: number) => `date_trunc('day', now(), 'Africa/Lagos') + interval '${hours} hours'`;
const enter = (kind: 'auction' | 'contest', id: number, { user }: Pick<SignedInClient, 'user'> = ada) =>
  world.query(
    `INSERT INTO ${kind}_entries (${kind}_id, user_id, paid_available, paid_bonus) VALUES ($1, $2, 0, 0)`,
    [id, user.id],
  );
const set = (table: string, id: number, change: string) =>
  world.query(`UPDATE ${table} SET ${change} WHERE id = $1`, [id]);
const times = (hours: number) =>
  `starts_at = ${onDay(hours)} - interval '9 days', end_date = ${onDay(hours)}`;

/** An auction that the player entered and that ends at this hour of today. */
async function auction(change = '', hours = 12): Promise<number> {
  const id = await world.auction({ name: 'Radio' });
  await enter('auction', id);
  await set('auctions', id, `${times(hours)}, hard_end = ${onDay(hours + 1)}${change}`);
  return id;
}
async function contest(change = '', hours = 12): Promise<number> {
  const id = await world.contest({ kind: 'card', title: 'Cards' });
  await enter('contest', id);
  await set('contests', id, `${times(hours)}${change}`);
  return id;
}
async function heist(change: string): Promise<number> {
  const { id } = await world.create({ name: 'Vault' });
  await world.query(
    'INSERT INTO heist_tickets (heist_id, user_id, no, paid_available, paid_bonus) VALUES ($1, $2, 1, 0, 0)',
    [id, ada.user.id],
  );
  await set('heists', id, `opens_at = ${onDay(-99)}, holds_at = ${onDay(-98)}, ${change}`);
  return id;
}
const heistTimes = (starts: number, ends: number) =>
  `starts_at = ${onDay(starts)}, end_date = ${onDay(ends)}`;
const bid = async (id: number) => {
  await world.query(
    `INSERT INTO bids (auction_id, seq, id, user_id, username, price_before, price, at, end_date_after, hash)
     VALUES ($1, 1, gen_random_uuid(), $2, 'ada', 0, 96, now(), now(), '')`,
    [id, ada.user.id],
  );
  return id;
};
const leads = () => `, seq = 1, leader_id = '${ada.user.id}', current_bid_amount = 96`;
const settled = (status: string) => `, status = '${status}', settled_at = end_date`;
/** A referral that counts, of an auction that was settled; the reward is 2 coins. */
async function claimable(change = ''): Promise<number> {
  const id = await world.auction({ name: 'Promoted', target_users: 1, reward_bid_points: 2 });
  const ben = await world.player();
  await enter('auction', id, ben);
  await world.query(
    `INSERT INTO affiliate_links (user_id, subject_kind, subject_id) VALUES ($1, 'auction', $2)`,
    [ada.user.id, id],
  );
  await world.query(
    `INSERT INTO affiliate_referrals (subject_kind, subject_id, referrer_id, user_id, no, paid) VALUES ('auction', $2, $1, $3, 1, 5)`,
    [ada.user.id, id, ben.user.id],
  );
  await set('auctions', id, `status = 'completed', settled_at = now()${change}`);
  return id;
}

const cases: [name: string, prepare: () => Promise<number>, shown: Partial<TodayItem>[]][] = [
  [
    'an auction that the player leads',
    () => auction(leads()),
    [{ kind: 'auction', what: 'leading', coins: 96 }],
  ],
  [
    'an auction with a higher bid',
    async () => bid(await auction(', seq = 2, leader_id = gen_random_uuid(), current_bid_amount = 97')),
    [{ kind: 'auction', what: 'outbid', coins: 97 }],
  ],
  ['an entered auction without bids', () => auction(), [{ name: 'Radio', what: 'entered', coins: null }]],
  ['a won auction', () => auction(`${leads()}${settled('completed')}`), [{ what: 'won', coins: 96 }]],
  ['an auction below its reserve', () => auction(`${leads()}${settled('unsold')}`), [{ what: 'over' }]],
  ['no auction that ends tomorrow', () => auction('', 24), []],
  ['no auction that ended yesterday', () => auction('', -0.001), []],
  ['no cancelled auction', () => auction(settled('cancelled')), []],
  ['a contest', () => contest(), [{ kind: 'card', name: 'Cards', what: 'entered', coins: null }]],
  [
    'a contest that another player won',
    () => contest(`${settled('ended')}, winner_id = gen_random_uuid()`),
    [{ kind: 'card', what: 'over' }],
  ],
  ['no void contest', () => contest(settled('void')), []],
  [
    'the start and the end of a heist',
    () => heist(heistTimes(11, 13)),
    [
      { kind: 'heist', what: 'starts' },
      { kind: 'heist', what: 'ticket' },
    ],
  ],
  [
    'a heist that started yesterday',
    () => heist(`${heistTimes(-2, 13)}, status = 'started'`),
    [{ kind: 'heist', name: 'Vault', what: 'ticket' }],
  ],
  [
    'a heist with the own answer',
    async () => {
      const id = await heist(`${heistTimes(-2, 13)}, status = 'started'`);
      await world.query(
        `INSERT INTO heist_answers (heist_id, user_id, seq, answer, normalized, answered_at) VALUES ($1, $2, 1, 'a', 'a', now())`,
        [id, ada.user.id],
      );
      return id;
    },
    [{ kind: 'heist', what: 'answered' }],
  ],
  [
    'a heist that started today',
    () => heist(`${heistTimes(1, 30)}, status = 'started'`),
    [{ kind: 'heist', what: 'started' }],
  ],
  ['a reward to claim', () => claimable(), [{ kind: 'auction', name: 'Promoted', what: 'ready', coins: 2 }]],
  ['no reward below the target', () => claimable(', target_users = 2'), []],
];

describe('W24 GET /user/today', () => {
  it.each(cases)('shows %s', async (_, prepare, shown) => {
    ada = await world.player();
    const id = await prepare();
    expect(await todayOf(ada)).toEqual(shown.map((item) => expect.objectContaining({ ...item, id })));
    // Nothing of another player, and during a break nothing at all (G2).
    expect(await todayOf(await world.player())).toEqual([]);
    await ada.post('/user/time-out', { days: 1 });
    expect(await todayOf(ada)).toEqual([]);
  });

  it('agrees with the page of affiliates on what can be claimed, and shows the oldest reward only', async () => {
    ada = await world.player();
    const ids = [await claimable(), await claimable()];
    const { body } = await ada.get('/auction/affiliate/list');
    expect(body.map(({ id, claim }: { id: number; claim: string }) => [id, claim])).toEqual(
      ids.toReversed().map((id) => [id, 'ready']),
    );
    for (const id of [...ids, undefined]) {
      expect((await todayOf(ada)).map((item) => item.id)).toEqual(id === undefined ? [] : [id]);
      if (id !== undefined)
        expect((await ada.post(`/auction/affiliate/check-target/${id}`)).status).toBe(200);
    }
  });

  it('lists the nearest by time, with the reward last', async () => {
    ada = await world.player();
    for (let nth = 0; nth < mostOfToday + 2; nth++) await auction('', 0.1 + nth * 2.3);
    const reward = await claimable();
    const items = await todayOf(ada);
    expect(items).toHaveLength(mostOfToday);
    expect(items.pop()?.id).toBe(reward);
    const shown = items.map(({ at }) => at);
    expect(shown).toEqual(shown.toSorted());
    const left = await world.query<{ at: Date }>(
      'SELECT end_date AS at FROM auction_entries JOIN auctions ON id = auction_id WHERE user_id = $1 AND NOT end_date = ANY ($2)',
      [ada.user.id, shown],
    );
    const distance = (at: string | Date) => Math.abs(new Date(at).getTime() - Date.now());
    expect(left).toHaveLength(3);
    expect(Math.min(...left.map(({ at }) => distance(at))) + 10_000).toBeGreaterThan(
      Math.max(...shown.map(distance)),
    );
  });
});
