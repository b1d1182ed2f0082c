import type { ContestKind } from '@copup/shared/contests.ts';
import type { MathQuestion } from '@copup/shared/math-games.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { seeded } from '@copup/testkit/random.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../test/contest-world.ts';
import { closeSubjects } from '../../subjects/due-subjects.ts';
import { refundAll } from '../../subjects/refund-entries.ts';

// Random for each full run; COPUP_ABUSE_SEED repeats a run with the seed in its title.
const seed = Number(process.env.COPUP_ABUSE_SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 31) : 1));
const random = seeded(seed);
const any = <Item>(items: readonly Item[]): Item => items[random.int(0, items.length - 1)] as Item;

let world: ContestWorld;
let second: TestApp;
beforeAll(async () => {
  world = await openContestWorld();
  second = await world.start();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await second?.close();
  await world?.close();
});

const kinds: readonly ContestKind[] = ['tap', 'card', 'math'];
const scoresOf = async (id: number) =>
  new Map(
    (
      await world.query<{ userId: string; score: number }>(
        'SELECT user_id AS "userId", score FROM contest_scores WHERE contest_id = $1',
        [id],
      )
    ).map(({ userId, score }) => [userId, score]),
  );
/** Returns the points of an accepted reply. */
function pointsOf(kind: ContestKind, { status, body }: ApiReply): number {
  if (status !== 200) return 0;
  return kind === 'tap' ? body.accepted : kind === 'card' ? body.pickedCard : Number(body.correct);
}

describe('C2, C3, C4, P5, P8 forged plays', () => {
  it(`give a player only the points of the replies, and no coins (seed ${seed})`, async () => {
    const contests = new Map<ContestKind, number>();
    for (const kind of kinds) contests.set(kind, (await world.create(kind)).id);
    const joined = await Promise.all(['ada', 'bola', 'chidi'].map(() => world.server.signIn({ coins: 100 })));
    for (const client of joined) for (const [kind, id] of contests) await world.join(client, { kind, id });
    const stranger = await world.server.signIn({ coins: 100 });
    const clients = [...joined, stranger];
    const points = new Map<string, number>();
    const questions: { owner: string; question: MathQuestion }[] = [];
    const answered = new Set<string>();
    const idOf = (kind: ContestKind) =>
      any<unknown>([
        ...Array<number | undefined>(9).fill(contests.get(kind)),
        ...contests.values(),
        999_999,
        -1,
        '7',
        null,
      ]);
    const forged = () => ({
      [any([
        'score',
        'tapCount',
        'tap_count',
        'count',
        'accepted',
        'points',
        'correct',
        'nonce',
        'seq',
        'userId',
        'user_id',
      ])]: any<unknown>([1_000_000, '9', true, -1, joined[0]?.user.id]),
    });

    const plays: Record<ContestKind, (client: SignedInClient) => Promise<ApiReply>> = {
      tap: (client) => client.post('/tap/tap', { ...forged(), tap_contest_id: idOf('tap') }),
      card: (client) =>
        client.post('/cardGameOne/pick-card', {
          ...forged(),
          gameId: idOf('card'),
          position: any<unknown>([0, 1, 2, 0, 1, 2, undefined, 3, -1, 0.5, '1', null]),
          cardValue: any<unknown>([10, 1_000, '10', { value: 10 }]),
        }),
      math: async (client) => {
        if (random.next() < 0.4) {
          const requested = await client.get(`/mathGame/new-question/${contests.get('math')}`);
          if (requested.status === 200) questions.push({ owner: client.user.id, question: requested.body });
          return { ...requested, status: requested.status === 200 ? 204 : requested.status };
        }
        const known = questions.length === 0 ? undefined : any(questions);
        const { id = crypto.randomUUID(), number1 = 1, number2 = 1 } = known?.question ?? {};
        const reply = await client.post('/mathGame/pick-answer', {
          ...forged(),
          gameId: idOf('math'),
          questionId: any<unknown>([id, id, id, crypto.randomUUID(), 7]),
          pickedOption: any<unknown>([number1 + number2, number1 + number2, number1, '12', 1e9, null]),
        });
        if (reply.status === 200) {
          expect(known?.owner).toBe(client.user.id);
          expect(answered.has(id)).toBe(false);
          answered.add(id);
          questions.push({ owner: client.user.id, question: reply.body.newQuestion });
        }
        return reply;
      },
    };
    for (let step = 0; step < (isFull ? 240 : 100); step += 1) {
      const client = any(clients);
      const kind = any(kinds);
      const reply = await plays[kind](client);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
      if (client === stranger) expect(reply.status).toBeGreaterThanOrEqual(400);
      const key = `${kind} ${client.user.id}`;
      points.set(key, (points.get(key) ?? 0) + pointsOf(kind, reply));
      if (random.next() < 0.5) await world.clock.moveBy(random.int(0, 1_200));
    }
    expect(Math.max(...points.values())).toBeGreaterThan(0);
    for (const [kind, id] of contests) {
      const scores = await scoresOf(id);
      expect(scores.size).toBe(joined.length);
      for (const { user } of joined) expect(scores.get(user.id)).toBe(points.get(`${kind} ${user.id}`) ?? 0);
    }
    for (const client of joined) expect(await world.wallet(client)).toEqual({ available: 70, bonus: 0 });
    expect(await world.wallet(stranger)).toEqual({ available: 100, bonus: 0 });
  });
});

/** Sends one play of a kind; the question of a math game was requested before. */
async function play(
  kind: ContestKind,
  client: SignedInClient,
  id: number,
  question: MathQuestion | undefined,
) {
  if (kind === 'tap') return client.post('/tap/tap', { tap_contest_id: id });
  if (kind === 'card')
    return client.post('/cardGameOne/pick-card', { gameId: id, position: random.int(0, 2) });
  const pickedOption = (question?.number1 ?? 0) + (question?.number2 ?? 0);
  return client.post('/mathGame/pick-answer', { gameId: id, questionId: question?.id, pickedOption });
}

describe('C1, C8, P3, P7 a contest that ends while plays are in flight', () => {
  it.each(kinds)(`counts those that it acknowledged and pays one prize: %s (seed ${seed})`, async (kind) => {
    for (let round = 0; round < (isFull ? 4 : 2); round += 1) {
      const contest = await world.create(kind);
      const players = await Promise.all([1, 2, 3].map(() => world.player(contest)));
      const questions = new Map<SignedInClient, MathQuestion>();
      if (kind === 'math')
        for (const player of players)
          questions.set(player, (await player.get(`/mathGame/new-question/${contest.id}`)).body);
      await world.clock.moveBy(400);
      // The end comes while the plays are in flight, at a different moment in each round.
      const endsInMs = random.int(0, 40);
      await world.query(
        `UPDATE contests SET starts_at = clock_timestamp() - interval '1 hour',
           end_date = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1`,
        [contest.id, endsInMs],
      );
      let isSettled = false;
      const closing = [world.server, second].map(async ({ deps }) => {
        while (!isSettled) {
          await closeSubjects(deps, world.subject, [contest.id]);
          isSettled ||= (await world.read(contest.id)).settled_at !== null;
          if (!isSettled) await refundAll(deps, world.subject);
        }
      });
      const replies = await Promise.all(
        players.map(async (player) => {
          const own: ApiReply[] = [];
          while (own.at(-1)?.body.code !== 'CONTEST_ENDED' && own.at(-1)?.body.code !== 'DECIDED_TOO_LATE')
            own.push(await play(kind, player, contest.id, questions.get(player)));
          return own;
        }),
      );
      await Promise.all(closing);
      const scores = await scoresOf(contest.id);
      const codes = new Set(['CONTEST_ENDED', 'DECIDED_TOO_LATE', 'TOO_FAST', 'QUESTION_CLOSED']);
      for (const [nth, own] of replies.entries()) {
        for (const { status, body } of own)
          expect(status === 200 || codes.has(body.code) || isTooSlow(body.code), body.code).toBe(true);
        const acknowledged = own.reduce((sum, reply) => sum + pointsOf(kind, reply), 0);
        expect(scores.get(players[nth]?.user.id ?? '')).toBe(acknowledged);
      }
      const paid = await world.query<{ userId: string; amount: number }>(
        `SELECT p.destination_id AS "userId", sum(p.amount)::int AS amount FROM transfers t JOIN postings p ON p.transfer_id = t.id
          WHERE t.kind = 'prize' AND t.subject_kind = 'contest' AND t.subject_id = $1 GROUP BY t.id, p.destination_id`,
        [String(contest.id)],
      );
      const best = Math.max(...scores.values());
      expect(paid.map(({ amount }) => amount)).toEqual(best > 0 ? [contest.prize] : []);
      for (const { userId } of paid) expect(scores.get(userId)).toBe(best);
      for (const player of players) {
        const wallet = await world.wallet(player);
        const prize = paid.find(({ userId }) => userId === player.user.id)?.amount ?? 0;
        expect((wallet?.available ?? 0) + (wallet?.bonus ?? 0)).toBe(best > 0 ? 90 + prize : 100);
      }
    }
  });
});
