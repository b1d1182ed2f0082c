import type { SignedInClient } from '@copup/testkit/app.ts';
import { accepted } from '@copup/testkit/client.ts';
import { defineContests } from '../../src/features/contests/define-contests.ts';
import { closeSubjects } from '../../src/subjects/due-subjects.ts';
import { BetWorld, PASSWORD } from '../bet-world.ts';
import { of, type SpecifiedCall } from './call.ts';
import type { SpecifiedWorld } from './world.ts';

const cardGame = of('name title status', 'id entry_fee timer minimum_users prize');
const tapContest = of('title image status', 'id entry_fee bid_points_worth min_users');
const taps = of('user_id username', 'tapCount tap_count');
const timeLeft = of('', 'remainingTime countdown');
const mathGame = of('status', 'id entry_fee prize minimum_users');
const question = { id: 'string', number1: 'number', number2: 'number', options: ['number'] } as const;

export async function contestCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const [card, ended, tap, math] = [
    await world.contest({ kind: 'card' }),
    await world.contest({ kind: 'card' }),
    await world.contest(),
    await world.contest({ kind: 'math' }),
  ];
  for (const gameId of [card, ended]) {
    accepted(await player.post('/cardGameOne/join-card-game', { gameId }));
    // A card may be worth 0, which is not ranked.
    for (let score = 0; score === 0; await world.clock.moveBy(2_000))
      score = accepted(await player.post('/cardGameOne/pick-card', { gameId })).score;
  }
  await world.query(
    `UPDATE contests SET starts_at = clock_timestamp() - interval '1 hour', end_date = clock_timestamp() - interval '1 second'
      WHERE id = $1`,
    [ended],
  );
  await closeSubjects(world.server.deps, defineContests(world.server.deps).subject, [ended]);
  accepted(await world.join(player, tap));
  accepted(await player.post('/tap/tap', { tap_contest_id: tap }));
  accepted(await player.post('/mathGame/join-game', { gameId: math }));
  const asked = accepted(await player.get(`/mathGame/new-question/${math}`));
  // An answer at once would be refused (C4).
  await world.clock.moveBy(2_000);
  const other = await world.player();
  return [
    { call: 'GET /cardGamOne/card-games', reply: [cardGame] },
    { call: 'GET /cardGameOne/card-games', reply: [cardGame] },
    { call: 'POST /cardGameOne/join-card-game', by: other, body: { gameId: card }, reply: of('message') },
    {
      call: 'GET /cardGameOne/card-game/{id}',
      ids: [ended],
      reply: { ...cardGame, winner: of('username profile') },
    },
    { call: 'GET /cardGameOne/card-game/highest-score/{id}', ids: [card], reply: [of('username', 'score')] },
    {
      call: 'POST /cardGameOne/pick-card',
      body: { gameId: card, cardValue: 10 },
      unread: ['cardValue'],
      reply: of('', 'pickedCard'),
    },
    { call: 'GET /tap/contests', reply: [tapContest] },
    { call: 'POST /tap/join-tap', by: other, body: { tap_contest_id: tap }, reply: of('message') },
    { call: 'GET /tap/contest/{id}', ids: [tap], reply: tapContest },
    { call: 'GET /tap/remaining-time/{id}', ids: [tap], reply: timeLeft },
    { call: 'GET /tap/user-taps/{id}', ids: [tap], reply: taps },
    { call: 'GET /tap/top-tappers/{id}', ids: [tap], reply: [taps] },
    { call: 'GET /tap/highest-tapper/{id}', ids: [tap], reply: taps },
    { call: 'POST /tap/tap', body: { tap_contest_id: tap }, reply: of('', 'tapCount tap_count') },
    { call: 'GET /tap/winners', reply: [of('username profile timestamp', 'id awarded_points')] },
    { call: 'GET /mathGame/all', reply: [mathGame] },
    { call: 'POST /mathGame/join-game', by: other, body: { gameId: math }, reply: of('message') },
    { call: 'GET /mathGame/game/{id}', ids: [math], reply: mathGame },
    { call: 'GET /mathGame/countdown/{id}', ids: [math], reply: timeLeft },
    { call: 'GET /mathGame/new-question/{id}', ids: [math], reply: question },
    {
      call: 'POST /mathGame/pick-answer',
      body: { gameId: math, questionId: asked.id, pickedOption: asked.number1 + asked.number2 },
      reply: { success: 'boolean', correct: 'boolean', message: 'string', newQuestion: question },
    },
    { call: 'GET /mathGame/top-users/{id}', ids: [math], reply: [of('username', 'points')] },
    {
      call: 'GET /fairness/{kind}/{id}',
      ids: ['card', ended],
      reply: { commitment: 'string', server_seed: 'string', client_seed: 'string', draws: ['object'] },
    },
    { call: 'PUT /fairness/client-seed', body: { client_seed: 'palm-wine' }, reply: of('client_seed') },
  ];
}

const bet = of('title team_a team_b', 'bet_id stake_points');

export async function playCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const bets = new BetWorld(world.server, world.operator);
  const fixture = await bets.fixture();
  const own = accepted(await bets.create(player, fixture)).bet.bet_id;
  const passcode = 'harmattan-26';
  accepted(await world.operator.put('/admin/settings/spinPasscode', { value: passcode }));
  accepted(await player.post('/user/spin/unlock', { passcode }));
  return [
    { call: 'POST /user/spin', body: { result: 6 }, unread: ['result'], reply: of('', 'result') },
    { call: 'GET /bet/teams', reply: [of('name', 'id')] },
    { call: 'GET /bet/my-bets', reply: [{ ...bet, password: 'string' }] },
    {
      call: 'POST /bet/create',
      body: {
        team_a: fixture.teamA.id,
        team_b: fixture.teamB.id,
        stake_points: 100,
        password: PASSWORD,
        title: 'Enyimba or not?',
      },
      reply: {},
    },
    { call: 'GET /bet/bets', query: { status: 'pending' }, reply: [bet] },
    { call: 'GET /bet/bets/search', query: { title: 'takes' }, reply: [bet] },
    {
      call: 'POST /bet/join/{betId}',
      by: await world.player(),
      ids: [own],
      body: { password: PASSWORD },
      reply: {},
    },
  ];
}
