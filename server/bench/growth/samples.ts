import type { BetReply, FixturesReply } from '@copup/shared/bets.ts';
import type { NewHeistBody } from '@copup/shared/heists.ts';
import { type ApiClient, accepted } from '@copup/testkit/client.ts';
import { givePin } from '@copup/testkit/pins.ts';
import sharp from 'sharp';
import { newWalletAddress } from '../../src/accounts/identifiers.ts';
import type { GrownServer } from './grown-server.ts';

/** Creates a bet and cancels it, and creates another one, so that every list has a row. */
async function useBets(server: GrownServer, player: ApiClient) {
  const { items } = await ok<FixturesReply>(player.get('/bet/fixtures?limit=1'));
  const [fixture] = items;
  if (!fixture) throw new Error('there is no fixture');
  const body = {
    team_a: fixture.team_a.id,
    team_b: fixture.team_b.id,
    stake_points: 5,
    password: 'growth-1',
    title: 'Growth derby',
  };
  const first = await ok<BetReply>(player.post('/bet/create', body));
  await ok(player.post(`/bet/cancel/${first.bet.bet_id}`));
  const { bet } = await ok<BetReply>(player.post('/bet/create', body));
  await ok(server.operator.get(`/admin/bets/${bet.bet_id}`));
  return { betId: String(bet.bet_id), fixtureId: String(fixture.id), teamId: String(fixture.team_a.id) };
}

const HOUR_MS = 3_600_000;

/** Creates a promoted heist and a promoted auction, and buys a ticket, so that every list has a row. */
async function useHeists(server: GrownServer, player: ApiClient) {
  const { deps, operator } = server;
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const promoted = { target_users: 10, reward_bid_points: 50 };
  const body: NewHeistBody = {
    ...promoted,
    name: 'Growth vault',
    prize: 10,
    prize_name: '10 coins',
    ticket_price: 10,
    category: 'cash',
    question: 'Which river passes Lokoja?',
    answers: ['Niger'],
    capacity: 100_000,
    minimum_users: 1,
    starts_at: at(10),
    end_date: at(11),
  };
  const { id } = await ok<{ id: number }>(operator.post('/admin/heists', body));
  await ok(operator.post('/admin/heists', { ...body, name: 'Growth vault later', opens_at: at(1) }));
  await ok(player.post(`/hurt/heists/pay-entry/${id}`));
  const auction = await ok<{ id: number }>(
    operator.post('/admin/auctions', {
      ...promoted,
      name: 'Growth kettle',
      category: 'product',
      price: 10,
      entry_bid_points: 10,
      end_date: at(10),
    }),
  );
  const { rows } = await deps.db.pool.query<{ code: string }>(
    'SELECT referral_code AS code FROM users WHERE id = $1',
    await server.userIds([1]),
  );
  return { openId: String(id), auctionId: String(auction.id), referralCode: rows[0]?.code ?? '' };
}

/** Creates a task and uploads a screenshot for it. */
async function useTasks({ operator, deps }: GrownServer, player: ApiClient) {
  const terms = { title: 'Measured task', description: 'Send a screenshot.', task_coin_reward: 10 };
  const { id: taskId } = await ok<{ id: number }>(
    operator.post('/admin/tasks', { ...terms, urlLink: 'https://x.com/copup' }),
  );
  const screenshot = `data:image/png;base64,${(await pictureOf('#357')).toString('base64')}`;
  await ok(player.post(`/task/tasks/${taskId}/upload`, { screenshot }));
  const { rows } = await deps.db.pool.query<{ upload: string; referral: string }>(
    `SELECT (SELECT max(id)::text FROM task_uploads) AS upload, (SELECT max(id)::text FROM referral_tasks) AS referral`,
  );
  return { taskId: String(taskId), uploadId: rows[0]?.upload ?? '', referralTaskId: rows[0]?.referral ?? '' };
}

const PIN = '1234';

/** Sends coins, requests a payout and buys from a trader, so that every list of the wallet has a row. */
async function useWallet(server: GrownServer, player: ApiClient) {
  const [userId = '', otherId = ''] = await server.userIds([0, 1]);
  await givePin(server.deps, userId, PIN);
  // Loaded users have no valid addresses.
  const address = newWalletAddress((count) => Buffer.alloc(count, 7));
  await server.deps.db.pool.query('UPDATE users SET wallet_address = $2 WHERE id = $1', [otherId, address]);
  const { id: sendId } = await ok<{ id: string }>(
    player.post('/user/send-bid-points', { recipientWallet: address, amount: 1, pin: PIN }),
  );
  const account = { account_name: 'Ada Obi', account_number: '0123456789' };
  const { payout } = await ok<{ payout: { id: number } }>(
    player.post('/tradeConfirm/payout', { ...account, bid_points: 10, bank_name: 'gtb', pin: PIN }),
  );
  const terms = { name: 'Kano Coins', price: 95, min: 1, max: 100, payment_method: 'Bank transfer' };
  const payee = { ...account, bank_name: 'OPay' };
  const trader = await ok<{ id: number }>(server.operator.post('/admin/traders', { ...terms, ...payee }));
  await ok(
    server.operator.post(`/admin/traders/${trader.id}/stock`, { bid_points: 100, reason: 'measurement' }),
  );
  const buy = async (color: string): Promise<number> => {
    const form = await formOf(color, { coinAmount: '1', totalPrice: '95' });
    return (await ok<{ trade: { id: number } }>(player.post(`/tradeConfirm/buy/${trader.id}`, form))).trade
      .id;
  };
  const disputed = await buy('#951');
  await ok(server.operator.post(`/admin/trades/${disputed}/reject`, { reason: 'measurement' }));
  await ok(player.post(`/trade/${disputed}/dispute`, await formOf('#519', { note: 'measurement' })));
  return {
    address,
    userId: otherId,
    payoutId: String(payout.id),
    traderId: String(trader.id),
    tradeId: String(await buy('#159')),
    disputedTradeId: String(disputed),
    sendId,
  };
}

/** A form with a picture of this color. */
async function formOf(color: string, fields: Record<string, string>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(
    'screenshot',
    new Blob([new Uint8Array(await pictureOf(color))], { type: 'image/png' }),
    'receipt.png',
  );
  return form;
}

const pictureOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

async function ok<Body>(reply: ReturnType<ApiClient['get']>): Promise<Body> {
  return accepted(await reply);
}

/** Rows that the measured player and the operators have of each feature. */
export type Samples = Awaited<ReturnType<typeof createSamples>>;

/** Lets the player use each feature, so that every list has a row. */
export async function createSamples(server: GrownServer, player: ApiClient) {
  const [user = ''] = await server.userIds([100]);
  const { rows } = await server.deps.db.pool.query<{ day: string }>(
    `SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM chain_roots`,
  );
  return {
    ids: { user, rootDay: rows[0]?.day ?? '' },
    wallet: await useWallet(server, player),
    heists: await useHeists(server, player),
    tasks: await useTasks(server, player),
    bets: await useBets(server, player),
  };
}
