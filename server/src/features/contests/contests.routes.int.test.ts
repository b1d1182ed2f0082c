import { CardGame } from '@copup/shared/card-games.ts';
import { Champion, JoinContestReply, TimeLeft } from '@copup/shared/contests.ts';
import { MathGame, MathQuestion, PickAnswerReply, TopMathUser } from '@copup/shared/math-games.ts';
import { TapContest, TapContestDetail, TapReply, TopTapper, UserTaps } from '@copup/shared/tap-contests.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { contestCalls } from '@copup/testkit/contest-player.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(() => world?.close());

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe('lists', () => {
  it('C12, X1 list pending and active contests of one kind and realm, newest first', async () => {
    const realm = 8;
    const ada = await world.server.signIn({ realm, coins: 100 });
    const first = await world.create('tap', { realm, minimum_users: 4, prize: 40 });
    const pending = await world.create('tap', { realm, starts_at: world.iso(60_000) });
    const other = await world.create('card', { realm });
    await world.end((await world.create('tap', { realm })).id);
    await world.create('tap');
    await world.join(ada, first);
    expect(z.array(TapContest).parse((await ada.get('/tap/contests')).body)).toMatchObject([
      { id: pending.id },
      { id: first.id, joined: true, players: 1, min_users: 4, bid_points_worth: 40, status: 'active' },
    ]);
    for (const path of ['/cardGamOne/card-games', '/cardGameOne/card-games']) {
      const cards = z.array(CardGame).parse((await ada.get(path)).body);
      expect(cards).toMatchObject([{ id: other.id, name: other.title, prize: 15 }]);
      const leftS = (Date.parse(other.end_date) - Date.parse(world.iso(0))) / 1_000;
      expect(cards[0]?.timer).toBeGreaterThanOrEqual(leftS);
      expect(cards[0]?.timer).toBeLessThanOrEqual(3_600);
    }
    expect(z.array(MathGame).parse((await ada.get('/mathGame/all')).body)).toEqual([]);
  });

  it('L8 a contest of another realm does not exist', async () => {
    const contest = await world.create('math');
    const stranger = await world.server.signIn({ realm: 7, coins: 100 });
    expect((await stranger.get(`/mathGame/game/${contest.id}`)).body.code).toBe('CONTEST_NOT_FOUND');
    expect((await stranger.get(`/mathGame/countdown/${contest.id}`)).body.code).toBe('CONTEST_NOT_FOUND');
    expect((await world.join(stranger, contest)).body).toMatchObject({
      code: 'CONTEST_NOT_FOUND',
      message: 'Game not found',
    });
  });
});

describe('joining', () => {
  it.each([
    ['tap', 'You are in this contest.', 'Contest is not active yet.'],
    ['card', 'You are in this game.', 'Game is not active yet.'],
    ['math', 'You are in this game.', 'Game is not active yet.'],
  ] as const)(
    'C1, X7, L6 a %s contest takes the fee once, in available coins on request, and refuses the second join',
    async (kind, again, early) => {
      const contest = await world.create(kind);
      const ada = await world.server.signIn({ coins: 30, bonus: 4 });
      const first = await world.join(ada, contest, 'key-1');
      expect(JoinContestReply.parse(first.body)).toMatchObject({ paid_available: 6, paid_bonus: 4 });
      expect((await world.join(ada, contest, 'key-1')).body).toEqual(first.body);
      const second = await world.join(ada, contest, 'key-2');
      expect(second).toMatchObject({ status: 409, body: { code: 'ALREADY_JOINED', message: again } });
      expect(await world.wallet(ada)).toEqual({ available: 24, bonus: 0 });
      const pending = await world.create(kind, { starts_at: world.iso(60_000) });
      expect(await world.join(ada, pending)).toMatchObject({
        status: 409,
        body: { code: 'CONTEST_NOT_ACTIVE', message: early },
      });
      expect(await world.read(contest.id)).toMatchObject({ players: 1, pot: 15, subsidy: 5 });
      const { join, idField } = contestCalls[kind];
      const payAvailable = (client: SignedInClient) =>
        client.post(join, { [idField]: contest.id, pay_with: 'available' });
      const bola = await world.server.signIn({ coins: 10, bonus: 20 });
      expect((await payAvailable(bola)).body).toMatchObject({ paid_available: 10, paid_bonus: 0 });
      expect(await world.wallet(bola)).toEqual({ available: 0, bonus: 20 });
      const poor = await world.server.signIn({ coins: 9, bonus: 20 });
      expect((await payAvailable(poor)).body.code).toBe('NOT_ENOUGH_COINS');
      expect(await world.wallet(poor)).toEqual({ available: 9, bonus: 20 });
    },
  );

  it('C1 twenty concurrent joins of one player take one fee', async () => {
    const contest = await world.create('math');
    const ada = await world.server.signIn({ coins: 100 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.join(ada, contest)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await world.wallet(ada)).toMatchObject({ available: 90 });
    expect((await world.read(contest.id)).players).toBe(1);
  });

  it('C1, L6 refuses too few coins, another kind and a contest that has ended', async () => {
    const contest = await world.create('card');
    const poor = await world.server.signIn({ coins: 9 });
    expect((await world.join(poor, contest)).body.code).toBe('NOT_ENOUGH_COINS');
    expect(await world.wallet(poor)).toMatchObject({ available: 9 });
    expect((await world.join(poor, { ...contest, kind: 'tap' })).body.code).toBe('CONTEST_NOT_FOUND');
    await world.end(contest.id);
    const late = await world.server.signIn({ coins: 100 });
    expect((await world.join(late, contest)).body).toMatchObject({
      code: 'CONTEST_ENDED',
      message: 'This game has ended.',
    });
  });
});

describe('a tap contest by REST', () => {
  it('C2 counts taps, ranks players and returns the highest tapper at the end', async () => {
    const contest = await world.create('tap');
    const [ada, bola] = [await world.player(contest), await world.player(contest)];
    const before = await Promise.all(
      ['highest-tapper', 'top-tappers', 'user-taps'].map((what) => ada.get(`/tap/${what}/${contest.id}`)),
    );
    expect(before.map(({ body }) => body)).toMatchObject([
      { username: null, tapCount: 0 },
      [],
      { tapCount: 0, rank: null },
    ]);
    // Calls within 250 ms share a read.
    await world.clock.moveBy(250);
    for (let tap = 0; tap < 3; tap += 1) await ada.post('/tap/tap', { tap_contest_id: contest.id });
    const tapped = TapReply.parse((await bola.post('/tap/tap', { tap_contest_id: contest.id })).body);
    expect(tapped).toMatchObject({ tapCount: 1, tap_count: 1, accepted: 1, dropped: 0, rank: 2 });
    const own = UserTaps.parse((await ada.get(`/tap/user-taps/${contest.id}`)).body);
    expect(own).toMatchObject({ user_id: ada.user.id, username: ada.user.username, tapCount: 3, rank: 1 });
    const top = z.array(TopTapper).parse((await ada.get(`/tap/top-tappers/${contest.id}`)).body);
    expect(top.map(({ user_id, tap_count }) => [user_id, tap_count])).toEqual([
      [ada.user.id, 3],
      [bola.user.id, 1],
    ]);
    expect((await bola.get(`/tap/highest-tapper/${contest.id}`)).body).toMatchObject({
      username: ada.user.username,
      tapCount: 3,
    });
    const left = TimeLeft.parse((await ada.get(`/tap/remaining-time/${contest.id}`)).body);
    expect(left.remainingTime).toBe(left.countdown);
    expect(left.remainingTime).toBeGreaterThan(3_500);
    await world.end(contest.id);
    await world.clock.moveBy(250);
    expect((await ada.get(`/tap/remaining-time/${contest.id}`)).body).toMatchObject({
      remainingTime: 0,
      status: 'ended',
    });
    expect(TapContestDetail.parse((await ada.get(`/tap/contest/${contest.id}`)).body)).toMatchObject({
      status: 'ended',
      score: 3,
      rank: 1,
      won_available: 15,
      won_bonus: 0,
    });
    expect((await bola.get(`/tap/contest/${contest.id}`)).body).toMatchObject({
      rank: 2,
      won_available: null,
    });
  });
});

describe('a math game', () => {
  it('C4, C10 sends a question, checks the answer and sends the next question', async () => {
    const contest = await world.create('math');
    const ada = await world.player(contest);
    const question = MathQuestion.parse((await ada.get(`/mathGame/new-question/${contest.id}`)).body);
    expect((await ada.get(`/mathGame/new-question/${contest.id}`)).body).toEqual(question);
    await world.clock.moveBy(400);
    const sum = question.number1 + question.number2;
    const answer = { gameId: contest.id, questionId: question.id, pickedOption: sum };
    const right = PickAnswerReply.parse((await ada.post('/mathGame/pick-answer', answer)).body);
    expect(right).toMatchObject({
      success: true,
      correct: true,
      message: 'Correct answer!',
      score: 1,
      rank: 1,
    });
    await world.clock.moveBy(400);
    const wrong = await ada.post('/mathGame/pick-answer', {
      gameId: contest.id,
      questionId: right.newQuestion.id,
      pickedOption: -5,
    });
    expect(PickAnswerReply.parse(wrong.body)).toMatchObject({
      correct: false,
      message: 'Wrong answer!',
      score: 1,
    });
    const top = z.array(TopMathUser).parse((await ada.get(`/mathGame/top-users/${contest.id}`)).body);
    expect(top).toEqual([{ username: ada.user.username, points: 1, profile: '' }]);
    expect(
      await world.query('SELECT no, is_correct FROM math_answers WHERE contest_id = $1 ORDER BY no', [
        contest.id,
      ]),
    ).toEqual([
      { no: 1, is_correct: true },
      { no: 2, is_correct: false },
    ]);
  });
});

describe('GET /tap/winners', () => {
  it('C11 lists the winners of this month of all kinds, newest first, of real users only', async () => {
    const contests = [await world.create('tap'), await world.create('tap')];
    await world.server.signIn({ realm: 7 });
    const elsewhere = await world.create('tap', { realm: 7 });
    const ada = await world.player(contests[0] as { id: number; kind: 'tap' });
    await world.join(ada, contests[1] as { id: number; kind: 'tap' });
    for (const { id } of contests) await ada.post('/tap/tap', { tap_contest_id: id });
    for (const { id } of [...contests, elsewhere]) await world.end(id);
    const { body } = await ada.get('/tap/winners?limit=2');
    const champions = z.array(Champion).parse(body);
    expect(
      champions.map(({ id, username, awarded_points, kind }) => [id, username, awarded_points, kind]),
    ).toEqual([...contests].reverse().map(({ id }) => [id, ada.user.username, 15, 'tap']));
    await world.query(
      "UPDATE contests SET settled_at = date_trunc('month', now(), 'Africa/Lagos') - interval '1 millisecond' WHERE id = $1",
      [contests[1]?.id],
    );
    expect(idsOf((await ada.get('/tap/winners')).body)).not.toContain(contests[1]?.id);
  });
});
