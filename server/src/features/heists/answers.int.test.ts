import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { isFull } from '@copup/testkit/is-full.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { createLanes } from '../../lanes/create-lanes.ts';
import { defineAnswerLane, submitAnswer } from './answer-lane.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(() => world?.close());

const submit = (client: ApiClient, id: number, answer: unknown, key?: string) =>
  client.post(
    `/hurt/submitAnswer/${id}`,
    { answer },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
/** Repeats a refusal of a busy server, which executed nothing. */
async function submitted(client: ApiClient, id: number, answer: string): Promise<ApiReply> {
  const reply = await submit(client, id, answer);
  return reply.status === 503 ? submitted(client, id, answer) : reply;
}
/** Creates a started heist with this number of ticket holders. */
const started = (holders: number) => world.answered(Array<null>(holders).fill(null));
const answersOf = (id: number) =>
  world.query<{ userId: string; seq: number; answer: string; normalized: string }>(
    `SELECT user_id AS "userId", seq, answer, normalized FROM heist_answers WHERE heist_id = $1 ORDER BY seq`,
    [id],
  );

describe('H3 an answer', () => {
  it('is recorded once for each ticket holder, in the order of the clock, and cannot be changed', async () => {
    const { id, players } = await started(3);
    const [ada, bola, chidi] = players as [SignedInClient, SignedInClient, SignedInClient];
    const { status, body } = await submit(bola, id, '  The GOLDEN key! ');
    expect([status, body]).toEqual([
      200,
      { message: 'Answer submitted successfully!', answered_at: expect.any(String) },
    ]);
    expect((await submit(ada, id, 'Ọ̀pá')).status).toBe(200);
    expect((await submit(bola, id, 'Another')).body.code).toBe('ALREADY_ANSWERED');
    expect(await answersOf(id)).toEqual([
      { userId: bola.user.id, seq: 1, answer: 'The GOLDEN key!', normalized: 'the golden key' },
      { userId: ada.user.id, seq: 2, answer: 'Ọ̀pá', normalized: 'opa' },
    ]);
    // Each player reads the own answer alone.
    const [own, other] = [
      { own_answer: 'The GOLDEN key!', ...body },
      { own_answer: null, answered_at: null },
    ];
    delete own.message;
    for (const path of ['/hurt/heists-started', `/hurt/heist/${id}`])
      for (const [client, answered, shown] of [
        [bola, true, own],
        [chidi, false, other],
      ] as const) {
        const read = [(await client.get(path)).body].flat().find((heist) => heist.id === id);
        expect(read).toMatchObject({ answered, answer: null, ...shown });
      }
    // The database refuses changes, except for one acceptance.
    for (const change of [
      "UPDATE heist_answers SET answer = 'The golden key'",
      "UPDATE heist_answers SET normalized = 'the golden key'",
      "UPDATE heist_answers SET answered_at = answered_at - interval '1 hour'",
      'DELETE FROM heist_answers',
    ])
      await expect(world.query(`${change} WHERE heist_id = $1`, [id])).rejects.toThrow(/append-only/);
  });

  it('P5 does not show whether it is correct: replies differ only in their times', async () => {
    const { id, players } = await started(3);
    const replies = [];
    for (const [nth, answer] of ['The golden key', 'A wrong answer', 'The golden kez'].entries())
      replies.push(await submit(players[nth] as SignedInClient, id, answer));
    const shown = replies.map(({ status, text, headers }) => ({
      status,
      text: text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'TIME'),
      size: text.length,
      headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
    }));
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    const columns = await world.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'heist_answers'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(
      ['heist_id', 'user_id', 'seq', 'answer', 'normalized', 'answered_at', 'accepted_by'].sort(),
    );
  });

  it('is refused before the start and after the end, by the clock of the database', async () => {
    const heist = await world.create({ minimum_users: 1 });
    const ada = await world.player(heist);
    const early = await submit(ada, heist.id, 'The golden key');
    expect([early.status, early.body]).toMatchObject([
      409,
      { code: 'HEIST_NOT_STARTED', message: 'This heist has not started yet' },
    ]);
    // An answer starts a heist that is due, whose row the sweep found locked.
    const bola = await world.player(heist);
    await world.pass(heist.id, 'starts_at');
    expect((await submit(bola, heist.id, 'Silver')).status).toBe(200);
    expect((await world.read(heist.id)).status).toBe('started');
    await world.pass(heist.id, 'end_date');
    expect((await submit(ada, heist.id, 'The golden key')).body.code).toBe('HEIST_ENDED');
    expect((await world.read(heist.id)).status).toMatch(/completed|cancelling/);
    expect(await answersOf(heist.id)).toMatchObject([{ userId: bola.user.id }]);
  });

  it('is refused without a ticket and for heists of another realm', async () => {
    const { id } = await started(1);
    const stranger = await world.server.signIn();
    expect((await submit(stranger, id, 'x')).body.code).toBe('NO_TICKET');
    const abroad = await world.server.signIn({ realm: 7 });
    expect((await submit(abroad, id, 'x')).body.code).toBe('HEIST_NOT_FOUND');
  });

  it('R1 that is empty or too long is refused', async () => {
    const { id, players } = await started(1);
    const [isEmpty, isWrong] = ['Answer cannot be empty.', 'Some fields are invalid.'];
    for (const [answer, message] of [
      ['', isEmpty],
      ['?!… “”', isEmpty],
      [null, isEmpty],
      ['\u200b', isEmpty],
      ['a\u0000b', isWrong],
      ['x'.repeat(201), isWrong],
    ]) {
      const { body } = await submit(players[0] as SignedInClient, id, answer);
      expect([body.code, body.message], JSON.stringify(answer)).toEqual(['VALIDATION_FAILED', message]);
    }
  });

  it('P6 with the same key gets the first reply, also in one batch; another answer is refused', async () => {
    const { id, players } = await started(1);
    const [ada] = players as [SignedInClient];
    const replies = await Promise.all([1, 2, 3].map(() => submit(ada, id, 'The golden key', 'one')));
    for (const { status, text } of replies) expect([status, text]).toEqual([200, replies[0]?.text]);
    expect((await submit(ada, id, 'The golden key', 'one')).text).toBe(replies[0]?.text);
    expect((await submit(ada, id, 'Silver', 'one')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await submit(ada, id, 'The golden key', 'two')).body.code).toBe('ALREADY_ANSWERED');
    expect(await answersOf(id)).toHaveLength(1);
  });

  const count = isFull ? 40 : 16;
  it(`of ${count} players on two servers at once has a number of its own, and none is lost`, async () => {
    const { id, players } = await started(count);
    const second = await world.start();
    try {
      const replies = await Promise.all(
        players.map(async (player, nth) => {
          const client = nth % 2 === 0 ? player : await second.signInAs(player.user.id);
          return Promise.all([
            submitted(client, id, `Answer ${nth}`),
            submitted(client, id, `Second ${nth}`),
          ]);
        }),
      );
      for (const pair of replies) expect(pair.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rows = await answersOf(id);
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, nth) => nth + 1));
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(count);
    } finally {
      await second.close();
    }
  });

  it('P1 is confirmed from its row when the reply to the COMMIT was lost', async () => {
    const { id, players } = await started(2);
    const [ada, bola] = players as [SignedInClient, SignedInClient];
    const faulty = faultyDatabase(world.db);
    faulty.fault = (_nth, statement) => (statement === 'COMMIT' ? 'cut-after' : undefined);
    const { deps } = world.server;
    const lane = defineAnswerLane({ ...deps, lanes: createLanes({ ...deps, db: faulty }) });
    const viewer = { userId: ada.user.id, realm: 0 };
    const reply = await submitAnswer(lane, id, { viewer, answer: 'Gold', key: 'one' }, deps.clock.wallMs());
    expect(reply.message).toBe('Answer submitted successfully!');
    expect(faulty.statements).toContain('COMMIT');
    expect((await submit(ada, id, 'Gold', 'one')).body).toEqual(reply);
    expect((await submit(bola, id, 'Silver')).status).toBe(200);
    expect((await answersOf(id)).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});
