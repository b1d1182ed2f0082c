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
  it.each(kinds)(
    'P7, C1 a play of a %s contest is refused to others, by the call of another kind, before the start and after the end, which settles it',
    async (kind) => {
      const contest = await world.create(kind);
      const ada = await world.player(contest);
      const codeOf = async (client: SignedInClient, by = kind) =>
        (await plays[by](client, contest.id)).body.code;
      expect(await codeOf(await world.server.signIn({ coins: 100 }))).toBe('NOT_JOINED');
      for (const other of kinds.filter((each) => each !== kind))
        expect(await codeOf(ada, other)).toBe('CONTEST_NOT_FOUND');
      await world.query(
        `UPDATE contests SET status = 'pending', starts_at = clock_timestamp() + interval '1 minute' WHERE id = $1`,
        [contest.id],
      );
      expect(await codeOf(ada)).toBe('CONTEST_NOT_ACTIVE');
      await world.query("UPDATE contests SET status = 'active' WHERE id = $1", [contest.id]);
      await world.passEnd(contest.id);
      expect(await plays[kind](ada, contest.id)).toMatchObject({
        status: 409,
        body: { code: 'CONTEST_ENDED' },
      });
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
});

describe('too fast', () => {
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
});

describe('questions', () => {
  it("C4, P5 another player's question cannot be answered, one question only once, and none reveals the answer", async () => {
    const game = await world.create('math');
    const [ada, bola] = [await world.player(game), await world.player(game)];
    const [ofAda, ofBola] = [await getQuestion(ada, game.id), await getQuestion(bola, game.id)];
    expect(Object.keys(ofAda).sort()).toEqual(['id', 'number1', 'number2', 'options']);
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
