import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineContests } from '../src/features/contests/define-contests.ts';
import { closeSubjects } from '../src/subjects/due-subjects.ts';
import { BetWorld } from './bet-world.ts';
import { openSpecifiedWorld, PIN, type SpecifiedWorld } from './specified-calls/world.ts';
import { subjectSamples } from './subject-samples.ts';
import { newTask } from './task-world.ts';
import { newTrader, TradeWorld } from './trade-world.ts';

/** Arrays without pages: at most ten rows, which a poll reads from a room's state (C5). */
const bounded = [
  '/api/cardGameOne/card-game/highest-score/{id}',
  '/api/mathGame/top-users/{id}',
  '/api/tap/top-tappers/{id}',
  '/api/user/today',
];
/** The queries of lists that need one. */
const queries: Readonly<Record<string, string>> = { '/api/bet/bets/search': 'title=match&' };
const WRONG_CURSORS = ['!', 'AA.1', '1.2.3.4', '99999999999999999999', 'ffffffff-ffff'];

type Operation = { responses: Record<string, { headers?: object; content?: Record<string, Content> }> };
interface Content {
  schema: { type?: string };
}

let world: SpecifiedWorld;
let player: SignedInClient;
let lists: string[];
beforeAll(async () => {
  world = await openSpecifiedWorld();
  player = await world.player(20_000);
  const { paths } = world.server.app.swagger() as unknown as {
    paths: Record<string, { get?: Operation }>;
  };
  const isArray = (path: string) =>
    paths[path]?.get?.responses[200]?.content?.['application/json']?.schema.type === 'array';
  lists = Object.keys(paths).filter((path) => !path.startsWith('/api/admin/') && isArray(path));
  for (const add of [addMoney, addSubjects, addAuctions, addHeists, addBets, addTasks, addContests])
    await add();
}, 120_000);
afterAll(() => world?.close());

/** Calls it for each of three rows. */
async function thrice(add: (nth: number) => Promise<unknown>): Promise<void> {
  for (let nth = 1; nth <= 3; nth += 1) await add(nth);
}
const create = async (path: string, body: object): Promise<void> => {
  accepted(await world.operator.post(path, body));
};

async function addMoney(): Promise<void> {
  const trades = new TradeWorld(world.server, world.operator);
  const friend = await world.player();
  await thrice(async (nth) => {
    // Two of one price.
    await trades.trader({ ...newTrader(), price: 100 + Math.floor(nth / 2) });
    await create('/admin/packages', { price: 2_000 * nth, bid_points: 20 * nth });
    const price = { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' };
    accepted(await player.post('/manualPayment/manual-payment', price));
    const send = { recipientWallet: friend.user.walletAddress, amount: 25, pin: PIN };
    accepted(await player.post('/user/send-bid-points', send));
    const bank = { account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb' };
    const payout = { ...bank, bid_points: 100, pin: PIN };
    const { id } = accepted(await player.post('/tradeConfirm/payout', payout)).payout;
    // A player has one open payout at a time.
    await create(`/admin/payouts/${id}/reject`, { reason: 'A test' });
  });
}

/** Subjects of each kind that are open. */
async function addSubjects(): Promise<void> {
  for (const { plural, body } of subjectSamples)
    await thrice(() => create(`/admin/${plural}`, body(world.iso)));
}

async function addAuctions(): Promise<void> {
  const promoted = { target_users: 1, reward_bid_points: 8, entry_bid_points: 20 };
  const win = async () => {
    const id = await world.entered(player);
    accepted(await world.bid(player, id));
    await world.closeAuction(id);
  };
  await thrice(win);
  const address = { address: '12 Allen Avenue, Ikeja', contactInfo: '08012345678' };
  accepted(await player.post('/cart/checkout', address));
  await thrice(win);
  await thrice(() => world.entered(player, promoted));
}

async function addHeists(): Promise<void> {
  const open = (over: object = {}) => world.create({ minimum_users: 1, ...over });
  const win = async () => {
    const { id } = await open({ category: 'product' });
    accepted(await world.buy(player, id));
    await world.passAndSweep(id, 'starts_at');
    accepted(await player.post(`/hurt/submitAnswer/${id}`, { answer: 'The golden key' }));
    await world.passAndSweep(id, 'end_date');
  };
  await thrice(win);
  accepted(await player.post('/hurt/checkout', { address: '08012345678, 12 Allen Avenue, Ikeja' }));
  await thrice(win);
  await thrice(async () => {
    await open({ target_users: 5, reward_bid_points: 5 });
    await open({ opens_at: world.iso(1_800_000) });
    for (const time of ['holds_at', 'starts_at'] as const) {
      const { id } = await open();
      accepted(await world.buy(player, id));
      await world.passAndSweep(id, time);
    }
  });
  await world.setUnlockCode('VAULT-1960');
  accepted(await player.post('/hurt/heists/unlock', { code: 'VAULT-1960' }));
}

async function addBets(): Promise<void> {
  const bets = new BetWorld(world.server, world.operator);
  await thrice(async () => {
    accepted(await bets.create(player, await bets.fixture(), { title: 'A match' }));
  });
}

async function addTasks(): Promise<void> {
  const code = await world.codeOf(player);
  await thrice(async (nth) => {
    await create('/admin/tasks', newTask());
    await create('/admin/referral-tasks', { required_referrals: nth, task_coin_reward: 300 });
    const text = { category: 'News', title: 'A heist', description: 'How it ended.' };
    await create('/admin/posts', { ...text, is_published: true });
    await create('/admin/instagram-posts', {
      instagram_url: `https://instagram.com/p/Ccccc${nth}/`,
      title: 'A post',
    });
    await world.registered(code);
  });
}

async function addContests(): Promise<void> {
  const { subject } = defineContests(world.server.deps);
  await thrice(async () => {
    for (const kind of ['tap', 'card', 'math']) await world.contest({ kind });
    const ended = await world.contest();
    accepted(await world.join(player, ended));
    accepted(await player.post('/tap/tap', { tap_contest_id: ended }));
    await world.query(
      `UPDATE contests SET starts_at = clock_timestamp() - interval '1 hour', end_date = clock_timestamp() - interval '1 second'
        WHERE id = $1`,
      [ended],
    );
    await closeSubjects(world.server.deps, subject, [ended]);
  });
}

interface Listed {
  status: number;
  rows: Record<string, unknown>[];
  next: string | null;
  code?: string;
  issues?: { path: string; message: string }[];
}

async function read(path: string, query: string): Promise<Listed> {
  const address = `${path.replace('/api', '')}?${queries[path] ?? ''}${query}`;
  const { status, headers, body } = await player.get(address);
  // The time goes on between two reads.
  const rows =
    status === 200 ? body.map(({ server_time: _, timer: __, ...row }: Record<string, unknown>) => row) : [];
  return { status, rows, next: headers.get('x-next-cursor'), code: body.code, issues: body.issues };
}

/** Reads a list with one row in each page. */
async function readPages(path: string, most: number): Promise<Listed['rows']> {
  const rows: Listed['rows'] = [];
  for (let next: string | null = ''; next !== null && rows.length <= most; ) {
    const page = await read(path, `limit=1&before=${next}`);
    expect(page.rows.length, path).toBe(1);
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

describe('X1 each array that a player reads', () => {
  it('X1 is paged in its order, and the pages have every row once', async () => {
    for (const path of lists.filter((each) => !bounded.includes(each))) {
      const all = await read(path, 'limit=100');
      expect([all.status, all.next], path).toEqual([200, null]);
      expect(all.rows.length, path).toBeGreaterThanOrEqual(3);
      expect(await readPages(path, all.rows.length), path).toEqual(all.rows);
      expect((await read(path, 'limit=&before=')).rows, path).toEqual(all.rows);
    }
  });

  it('X1 refuses other limits and what is no cursor of the list', async () => {
    for (const path of lists.filter((each) => !bounded.includes(each))) {
      expect(await read(path, 'limit=101'), path).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
      for (const wrong of WRONG_CURSORS) {
        expect(await read(path, `before=${wrong}`), `${path} ${wrong}`).toMatchObject({
          status: 400,
          code: 'VALIDATION_FAILED',
          issues: [{ path: 'before', message: 'is not a cursor of this list' }],
        });
      }
    }
  });

  it('X1 is newest first, or in its natural order', async () => {
    const column = async (path: string, field: string) =>
      (await read(path, 'limit=100')).rows.map((row) => row[field] as number);
    const ids = ['auction', 'cart', 'hurt/cartH', 'auction/affiliate/list', 'hurt/heist/affiliate/list'];
    for (const path of ids) {
      const listed = await column(`/api/${path}`, 'id');
      expect(listed, path).toEqual(listed.toSorted((a, b) => b - a));
    }
    const [first, ...prices] = await column('/api/trade/traders', 'price');
    expect([first, ...prices]).toEqual([100, 101, 101]);
  });

  it('R2 names the header of the next page in the document', () => {
    const { paths } = world.server.app.swagger() as unknown as { paths: Record<string, { get: Operation }> };
    const silent = lists.filter((path) => !paths[path]?.get.responses[200]?.headers);
    expect(silent.sort()).toEqual(bounded);
  });
});
