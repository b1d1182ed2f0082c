import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(() => world?.close());

const tap = (client: SignedInClient, id: number) => client.post('/tap/tap', { tap_contest_id: id });
const pick = (client: SignedInClient, gameId: number, over: object = {}, key?: string) =>
  client.post(
    '/cardGameOne/pick-card',
    { gameId, position: 0, ...over },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const getQuestion = async (client: SignedInClient, id: number) =>
  (await client.get(`/mathGame/new-question/${id}`)).body;
const answer = (
  client: SignedInClient,
  gameId: number,
  question: { id: string; number1: number; number2: number },
  over: object = {},
  key?: string,
) =>
  client.post(
    '/mathGame/pick-answer',
    { gameId, questionId: question.id, pickedOption: question.number1 + question.number2, ...over },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
/** One play of each kind. */
const plays = {
  tap,
  card: pick,
  math: (client: SignedInClient, id: number) =>
    answer(client, id, { id: '01990000-0000-7000-8000-000000000000', number1: 1, number2: 1 }),
};
const kinds = ['tap', 'card', 'math'] as const;
const scoreOf = async (id: number) =>
  (await world.query<{ score: number }>('SELECT score FROM contest_scores WHERE contest_id = $1', [id]))[0]
    ?.score;

describe('plays at the wrong time or by the wrong user', () => {
  it.each(kinds)('P7 a play of a %s contest before its start is refused', async (kind) => {
    const contest = await world.create(kind);
    const ada = await world.player(contest);
    await world.query(
      `UPDATE contests SET status = 'pending', starts_at = clock_timestamp() + interval '1 minute' WHERE id = $1`,
      [contest.id],
    );
    expect((await plays[kind](ada, contest.id)).body.code).toBe('CONTEST_NOT_ACTIVE');
    expect(await scoreOf(contest.id)).toBe(0);
  });

  it.each(kinds)(
    'P7 a play of a %s contest after its end is refused and settles the contest',
    async (kind) => {
      const contest = await world.create(kind);
      const ada = await world.player(contest);
      await world.passEnd(contest.id);
      const late = await plays[kind](ada, contest.id);
      expect(late).toMatchObject({ status: 409, body: { code: 'CONTEST_ENDED' } });
      expect(await world.read(contest.id)).toMatchObject({ status: 'void', winner: null });
      expect(await scoreOf(contest.id)).toBe(0);
    },
  );

  it.each(kinds)(
    'P7 a play of a %s contest that ends while it is in flight is refused as too late',
    async (kind) => {
      const contest = await world.create(kind);
      const ada = await world.player(contest);
      // The row is locked past its end; the play arrived before.
      const blocker = await world.db.pool.connect();
      await blocker.query('BEGIN');
      await blocker.query('SELECT 1 FROM contests WHERE id = $1 FOR NO KEY UPDATE', [contest.id]);
      const inFlight = plays[kind](ada, contest.id);
      await world.untilBlocked();
      await blocker.query(
        `UPDATE contests SET starts_at = clock_timestamp() - interval '1 hour', end_date = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`,
        [contest.id],
      );
      await blocker.query('COMMIT');
      blocker.release();
      const { status, body } = await inFlight;
      expect(status).toBe(409);
      expect(body.code).toBe('DECIDED_TOO_LATE');
      expect(Object.keys(body.details)).toEqual(['receivedAt', 'decidedAt', 'endDate']);
      expect(await scoreOf(contest.id)).toBe(0);
    },
  );

  it.each(kinds)('C1 a play of a %s contest by a user who did not join is refused', async (kind) => {
    const contest = await world.create(kind);
    await world.player(contest);
    const stranger = await world.server.signIn({ coins: 100 });
    expect((await plays[kind](stranger, contest.id)).body.code).toBe('NOT_JOINED');
    expect((await plays[kind](world.operator, contest.id)).body.code).toBe('OPERATORS_CANNOT_PLAY');
  });

  it.each(kinds)(
    'C1 a play of a %s contest by the call of another kind is refused as not found',
    async (kind) => {
      const contest = await world.create(kind);
      const ada = await world.player(contest);
      for (const other of kinds.filter((each) => each !== kind))
        expect((await plays[other](ada, contest.id)).body.code).toBe('CONTEST_NOT_FOUND');
    },
  );
});

describe('forged scores', () => {
  it('P5, P8 values of a body have no effect or are refused', async () => {
    const tapContest = await world.create('tap');
    const ada = await world.player(tapContest);
    const forged = await ada.post('/tap/tap', {
      tap_contest_id: tapContest.id,
      count: 1_000,
      tapCount: 9_999,
      score: 9_999,
    });
    expect(forged.body).toMatchObject({ accepted: 1, score: 1 });

    const game = await world.create('card');
    const bola = await world.player(game);
    for (let nth = 0; nth < 6; nth += 1) {
      const { body } = await pick(bola, game.id, { cardValue: 1_000_000, pickedCard: 10, position: 1 });
      expect([0, 5, 10]).toContain(body.pickedCard);
      await world.clock.moveBy(1_000);
    }
    const [sum] = await world.query<{ score: number; drawn: number }>(
      `SELECT s.score, (SELECT sum(d.value)::int FROM card_draws d WHERE d.contest_id = s.contest_id AND d.user_id = s.user_id) AS drawn
        FROM contest_scores s WHERE s.contest_id = $1`,
      [game.id],
    );
    expect(sum?.score).toBe(sum?.drawn);
    expect((await pick(bola, game.id, { position: 3 })).body.code).toBe('VALIDATION_FAILED');
    expect((await pick(bola, game.id, { position: '1' })).body.code).toBe('VALIDATION_FAILED');
  });
});

describe('too fast', () => {
  it('C2 taps above the bucket are dropped and reported as dropped', async () => {
    const contest = await world.create('tap');
    const ada = await world.player(contest);
    const startedAtMs = performance.now();
    const replies = await Promise.all(Array.from({ length: 100 }, () => tap(ada, contest.id)));
    const filled = ((performance.now() - startedAtMs) * 15) / 1_000;
    const accepted = replies.reduce((sum, { body }) => sum + body.accepted, 0);
    const dropped = replies.reduce((sum, { body }) => sum + body.dropped, 0);
    expect(accepted + dropped).toBe(100);
    expect(accepted).toBeGreaterThanOrEqual(15);
    expect(accepted).toBeLessThanOrEqual(Math.ceil(15 + filled));
    expect(await scoreOf(contest.id)).toBe(accepted);
  });

  it('C3 a second pick within a second is refused and draws nothing', async () => {
    const game = await world.create('card');
    const ada = await world.player(game);
    const together = await Promise.all(Array.from({ length: 10 }, () => pick(ada, game.id)));
    const picked = together.filter(({ status }) => status === 200);
    const refused = together.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'TOO_FAST' });
    expect(refused?.body.details.retryAfterMs).toBeLessThanOrEqual(1_000);
    expect(Number(refused?.headers.get('retry-after'))).toBe(1);
    const [draws] = await world.query<{ count: number; apart: number | null }>(
      `SELECT count(*)::int, min(gap) AS apart FROM (
         SELECT extract(epoch FROM at - lag(at) OVER (ORDER BY nonce))::float AS gap FROM card_draws WHERE contest_id = $1) AS gaps`,
      [game.id],
    );
    expect(draws?.count).toBe(picked.length);
    expect(draws?.apart ?? 1).toBeGreaterThanOrEqual(1);
  });

  it('C4 an answer before 400 ms is refused, and the question stays open', async () => {
    const game = await world.create('math');
    const ada = await world.player(game);
    let question = await getQuestion(ada, game.id);
    let early = await answer(ada, game.id, question);
    // A slow machine may take 400 ms for one answer, but not for each of them.
    for (; early.status === 200; early = await answer(ada, game.id, question))
      question = early.body.newQuestion;
    expect(early).toMatchObject({ status: 429, body: { code: 'TOO_FAST' } });
    await world.clock.moveBy(400);
    expect((await answer(ada, game.id, question)).body).toMatchObject({ correct: true });
  });
});

describe('questions', () => {
  it("C4 another player's question cannot be answered, and one question only once", async () => {
    const game = await world.create('math');
    const [ada, bola] = [await world.player(game), await world.player(game)];
    const [ofAda, ofBola] = [await getQuestion(ada, game.id), await getQuestion(bola, game.id)];
    await world.clock.moveBy(400);
    expect((await answer(bola, game.id, ofAda)).body.code).toBe('QUESTION_CLOSED');
    expect((await answer(ada, game.id, ofAda)).body.correct).toBe(true);
    await world.clock.moveBy(400);
    expect((await answer(ada, game.id, ofAda)).body.code).toBe('QUESTION_CLOSED');
    const together = await Promise.all(Array.from({ length: 10 }, () => answer(bola, game.id, ofBola)));
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await world.read(game.id)).status).toBe('active');
    const rows = await world.query<{ score: number }>(
      'SELECT score FROM contest_scores WHERE contest_id = $1',
      [game.id],
    );
    expect(rows.map(({ score }) => score)).toEqual([1, 1]);
  });

  it('P5 neither the question nor the reply reveals which option is right', async () => {
    const game = await world.create('math');
    const ada = await world.player(game);
    expect(Object.keys(await getQuestion(ada, game.id)).sort()).toEqual([
      'id',
      'number1',
      'number2',
      'options',
    ]);
  });
});

describe('repeated plays', () => {
  it('P6 the same key returns the first reply and draws nothing', async () => {
    const game = await world.create('card');
    const ada = await world.player(game);
    const first = await pick(ada, game.id, {}, 'pick-1');
    expect((await pick(ada, game.id, {}, 'pick-1')).body).toEqual(first.body);
    expect((await pick(ada, game.id, { position: 2 }, 'pick-1')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await world.query('SELECT nonce FROM card_draws WHERE contest_id = $1', [game.id])).toEqual([
      { nonce: 1 },
    ]);

    const math = await world.create('math');
    const bola = await world.player(math);
    const question = await getQuestion(bola, math.id);
    await world.clock.moveBy(400);
    const answered = await answer(bola, math.id, question, {}, 'answer-1');
    expect((await answer(bola, math.id, question, {}, 'answer-1')).body).toEqual(answered.body);
    expect(await scoreOf(math.id)).toBe(1);
  });
});
