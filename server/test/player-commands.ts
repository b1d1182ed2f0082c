import type { SignedInClient } from '@copup/testkit/app.ts';
import { type ApiReply, accepted } from '@copup/testkit/client.ts';
import { move, post } from '@copup/testkit/ledger.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { closeOverdue } from '../src/subjects/due-subjects.ts';
import { BetWorld, PASSWORD } from './bet-world.ts';
import { changeSetting } from './change-setting.ts';
import type { PlayWorld } from './play-world.ts';
import { subjectSamples } from './subject-samples.ts';
import { newPicture, TradeWorld, toForm } from './trade-world.ts';

/** A call that moves coins. */
export interface Command {
  /** As in the API document. */
  name: string;
  /** Sends it with the key of the only intent, or with this change of its body. */
  send(change?: object): Promise<ApiReply>;
}

/** A call with these ids in its path and always the same key. */
export function commandOf(
  by: SignedInClient,
  name: string,
  ids: readonly unknown[] = [],
  body?: object | (() => FormData),
): Command {
  const [method = '', path = ''] = name.split(' ');
  const parts = [...ids];
  const url = path.replace('/api', '').replace(/\{\w+\}/g, () => String(parts.shift()));
  const headers = { 'idempotency-key': 'the-only-intent' };
  const send = (change?: object) =>
    by.call(method, url, {
      body: typeof body === 'function' ? body() : change ? { ...body, ...change } : body,
      headers,
    });
  return { name, send };
}

/** Prepares one command for each call of players that moves coins. */
export async function createPlayerCommands(world: PlayWorld): Promise<Command[]> {
  const { server, operator, query, codeOf } = world;
  const bets = new BetWorld(server, operator);
  const trades = new TradeWorld(server, operator);
  const promoted = { target_users: 1, reward_bid_points: 4, entry_bid_points: 10 };
  const of = async (
    name: string,
    ids: readonly unknown[] | ((by: SignedInClient) => Promise<readonly unknown[]>) = [],
    body?: object | (() => FormData),
  ) => {
    const by = await world.player();
    return commandOf(by, name, typeof ids === 'function' ? await ids(by) : ids, body);
  };
  const entered =
    (over: object = {}) =>
    async (by: SignedInClient) => [await world.entered(by, over)];
  const contest = async (kind: string) => world.contest({ kind, title: `A ${kind} contest` });

  /** A promoted auction and a promoted heist that the referrer's friend has joined, and that are over. */
  const [promoter, friend] = [await world.player(), await world.player()];
  const sold = await world.auction(promoted);
  accepted(await friend.post(`/auction/pay-entry/affiliate/${sold}/${await codeOf(promoter)}`));
  accepted(await world.bid(friend, sold));
  await query(
    "UPDATE auctions SET starts_at = now() - interval '1 hour', end_date = now() - interval '1 s' WHERE id = $1",
    [sold],
  );
  await closeOverdue(server.deps, auctionKind);
  const reward = { target_users: 1, reward_bid_points: 4, minimum_users: 1 };
  const { id: ended } = await world.create(reward);
  accepted(await friend.post(`/hurt/heist/pay-entry/affiliate/${ended}/${await codeOf(promoter)}`));
  await world.passAndSweep(ended, 'starts_at');
  accepted(await friend.post(`/hurt/submitAnswer/${ended}`, { answer: 'golden key' }));
  await world.passAndSweep(ended, 'end_date');

  const fixture = await bets.fixture();
  const newBet = {
    team_a: fixture.teamA.id,
    team_b: fixture.teamB.id,
    stake_points: 100,
    password: PASSWORD,
    title: 'Who?',
  };
  const bettor = await world.player();
  const own = accepted(await bets.create(bettor, fixture, { stake_points: 50 })).bet.bet_id;
  const { id: open } = await bets.pending(fixture);

  const trader = await trades.trader();
  const screenshot = await newPicture();
  const pinned = await world.player();
  await givePin(server.deps, pinned.user.id, '0417');
  const account = { account_name: 'Adaeze Okonkwo', account_number: '0123456789', bank_name: 'gtb' };

  await changeSetting(server.deps, 'welcomeBudgetCoins', 1_000);
  await changeSetting(server.deps, 'welcomeCoins', 100);
  const newcomer = await world.player();
  await query('INSERT INTO known_devices (user_id, token_hash) VALUES ($1, sha256(uuid_send($1)))', [
    newcomer.user.id,
  ]);
  accepted(await operator.put('/admin/settings/spinPasscode', { value: 'harmattan-26' }));
  const spinner = await world.player();
  accepted(await spinner.post('/user/spin/unlock', { passcode: 'harmattan-26' }));

  const worker = await world.player();
  const earned = move({ kind: 'issuance' }, { kind: 'task', id: worker.user.id }, 100, { unit: 'task' });
  await post(server.deps.db, earned);
  const task = accepted(
    await operator.post('/admin/referral-tasks', { required_referrals: 1, task_coin_reward: 300 }),
  ).id;
  await query('UPDATE users SET referred_by = $1 WHERE id = $2', [worker.user.id, newcomer.user.id]);
  const leaver = await world.player();
  const ofSubjects: Command[] = [];
  for (const { plural, enter, enterBody, leave, words, body } of subjectSamples) {
    const create = async (): Promise<number> =>
      accepted(await operator.post(`/admin/${plural}`, body(world.iso))).id;
    const entered = await create();
    ofSubjects.push(await of(enter, [entered], enterBody?.(entered)));
    if (leave === undefined) continue;
    const left = await create();
    accepted(await commandOf(leaver, enter, [left], enterBody?.(left)).send());
    accepted(await operator.put(`/admin/${plural}/${left}`, words));
    ofSubjects.push(commandOf(leaver, leave, [left]));
  }
  const leader = await world.player();
  const lowered = await world.entered(leader);
  accepted(await leader.put(`/auction/max/${lowered}`, { maxBidPoints: 50 }));

  return Promise.all([
    ...ofSubjects,
    of('POST /api/auction/pay-entry/affiliate/{auctionId}/{referrerId}', [
      await world.auction(promoted),
      await codeOf(promoter),
    ]),
    of('POST /api/auction/bid/{id}', entered()),
    of('POST /api/auction/buy-now/{id}', entered({ buy_now_points: 60 }), { buyNowPoints: 60 }),
    of('PUT /api/auction/max/{id}', entered(), { maxBidPoints: 50 }),
    commandOf(leader, 'DELETE /api/auction/max/{id}', [lowered]),
    commandOf(promoter, 'POST /api/auction/affiliate/check-target/{id}', [sold]),
    commandOf(promoter, 'POST /api/hurt/heist/affiliate/check-target/{id}', [ended]),
    of('POST /api/hurt/heist/pay-entry/affiliate/{heistId}/{referrerId}', [
      (await world.create(reward)).id,
      await codeOf(promoter),
    ]),
    of('POST /api/cardGameOne/join-card-game', [], { gameId: await contest('card') }),
    of('POST /api/mathGame/join-game', [], { gameId: await contest('math') }),
    of('POST /api/bet/create', [], newBet),
    of('POST /api/bet/join/{betId}', [open], { password: PASSWORD }),
    commandOf(bettor, 'POST /api/bet/cancel/{betId}', [own]),
    of('POST /api/trade/reserve/{traderId}', [trader], { coinAmount: 20, totalPrice: 2_000 }),
    of('POST /api/trade/{id}/cancel', async (by) => [accepted(await trades.reserve(by, trader)).trade.id]),
    of('POST /api/tradeConfirm/buy/{traderId}', [trader], () =>
      toForm({ coinAmount: 20, totalPrice: 2_000, screenshot }),
    ),
    commandOf(pinned, 'POST /api/tradeConfirm/payout', [], { ...account, bid_points: 20, pin: '0417' }),
    commandOf(pinned, 'POST /api/user/send-bid-points', [], {
      recipientWallet: leader.user.walletAddress,
      amount: 5,
      pin: '0417',
    }),
    commandOf(newcomer, 'POST /api/user/welcome'),
    commandOf(spinner, 'POST /api/user/spin'),
    commandOf(worker, 'POST /api/task/convert', [], { task_coin: 100 }),
    commandOf(worker, 'POST /api/task/referral-tasks/{id}/verify', [task]),
    of('DELETE /api/user/delete', [], { forfeit: true }),
  ]);
}
