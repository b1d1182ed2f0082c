import { NearMissesReply } from '@copup/shared/heists.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { Refusal } from '../../errors.ts';
import { acceptAnswer } from './accept-answer.ts';
import { listNearMisses } from './near-misses.ts';

let world: HeistWorld;
let others: SignedInClient[];
beforeAll(async () => {
  world = await openHeistWorld();
  // Two first operators: neither promoted the other, and both may approve at once.
  others = [await world.server.signIn({ role: 1 })];
  await world.query('UPDATE users SET is_first_operator = true WHERE role = 1');
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const accept = async (heistId: number, user: SignedInClient | undefined, operator = world.operator) => {
  const command = { heistId, userId: user?.user.id ?? '', operatorId: operator.user.id, reason: 'A typo.' };
  try {
    return await acceptAnswer(world.server.deps, command);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};
const acceptedOf = async (id: number) =>
  (
    await world.query<{ seq: number }>(
      'SELECT seq FROM heist_answers WHERE heist_id = $1 AND accepted_by IS NOT NULL ORDER BY seq',
      [id],
    )
  ).map(({ seq }) => seq);
const logOf = (id: number) =>
  world.query<{ action: string; details: object }>(
    "SELECT action, details FROM admin_audit WHERE subject_kind = 'heist' AND subject_id = $1 AND action LIKE 'heist.accept%' ORDER BY id",
    [String(id)],
  );

describe('H3 near misses', () => {
  it('are listed once for each normalized answer, the closest first, without correct and distant answers', async () => {
    const { id, players } = await world.answered([
      'Silver',
      'the golden ky',
      'The golden key',
      'THE  GOLDEN KY!',
      'golden kei s',
      'goldn key',
    ]);
    const first = players[1] as SignedInClient;
    expect(await listNearMisses(world.db, id)).toEqual([
      {
        user_id: first.user.id,
        username: first.user.username,
        answer: 'the golden ky',
        closest: 'The golden key',
        distance: 1,
        users: 2,
        answered_at: expect.any(String),
        accepted_by: null,
      },
      expect.objectContaining({ answer: 'goldn key', closest: 'Golden key', distance: 1, users: 1 }),
    ]);
    await expect(listNearMisses(world.db, 999_999)).rejects.toMatchObject({ code: 'HEIST_NOT_FOUND' });
  });

  it('H4 accepted before the end are correct for all who typed the same, also later, in the order of time', async () => {
    const heist = await world.create({ minimum_users: 1, prize: 20 });
    const players: SignedInClient[] = [];
    for (let nth = 0; nth < 4; nth += 1) players.push(await world.player(heist));
    const [ada, bola, chidi, dele] = players as [
      SignedInClient,
      SignedInClient,
      SignedInClient,
      SignedInClient,
    ];
    const { id } = heist;
    expect(await accept(id, ada)).toBe('HEIST_NOT_STARTED');
    await world.passAndSweep(id, 'starts_at');
    const submit = (client: SignedInClient, answer: string) =>
      client.post(`/hurt/submitAnswer/${id}`, { answer });
    await submit(ada, 'The golden ky');
    await submit(bola, 'The golden key');
    await submit(chidi, 'Silver');
    expect(await accept(id, chidi)).toBe('NOT_FOUND');
    expect(await accept(id, dele)).toBe('NOT_FOUND');
    expect(await accept(id, bola)).toBe('NOT_FOUND');
    expect(await acceptedOf(id)).toEqual([]);
    expect(await accept(id, ada)).toBeUndefined();
    expect(await accept(id, ada, others[0])).toBeUndefined();
    await submit(dele, 'the GOLDEN ky');
    expect(await accept(id, dele)).toBeUndefined();
    expect(await acceptedOf(id)).toEqual([1]);
    expect(await logOf(id)).toEqual([
      {
        action: 'heist.accept-answer',
        details: { name: heist.name, answer: 'the golden ky', reason: 'A typo.' },
      },
    ]);
    expect(await listNearMisses(world.db, id)).toMatchObject([
      { users: 2, accepted_by: world.operator.user.username },
    ]);
    await world.passAndSweep(id, 'end_date');
    expect((await world.read(id)).winnerId).toBe(ada.user.id);
    expect((await ada.get(`/fairness/heist/${id}`)).body).toMatchObject({
      accepted_near_misses: ['the golden ky'],
      correct_count: 3,
    });
    expect(await accept(id, dele)).toBe('HEIST_ENDED');
  });

  it('O3a of a prize above the threshold are accepted by a second operator, each text on its own', async () => {
    const { id, players } = await world.answered(['The golden ky', 'Goldn key', 'The golden ky'], {
      prize: 20_000,
    });
    const pending = await accept(id, players[0]);
    expect(pending).toMatchObject({ status: 'pending' });
    expect(await accept(id, players[0])).toEqual(pending);
    expect(await accept(id, players[0], others[0])).toBe('ALREADY_REQUESTED');
    const other = await accept(id, players[1]);
    expect(other).toMatchObject({ status: 'pending' });
    expect(other).not.toEqual(pending);
    expect(await acceptedOf(id)).toEqual([]);
    const approve = (client: SignedInClient | undefined, request: unknown) =>
      client?.post(`/admin/approvals/${(request as { approval_id: number }).approval_id}/approve`, {});
    expect((await approve(world.operator, pending))?.body.code).toBe('OWN_REQUEST');
    expect((await approve(others[0], pending))?.status).toBe(200);
    expect(await acceptedOf(id)).toEqual([1, 3]);
    await world.pass(id, 'end_date');
    // After the end by the clock, although no sweep has settled the heist.
    expect((await approve(others[0], other))?.body.code).toBe('HEIST_ENDED');
    expect(await accept(id, players[1])).toBe('HEIST_ENDED');
    expect(await acceptedOf(id)).toEqual([1, 3]);
  });

  it('O3 O3a count as moved: of three prizes of 3,500 coins the third needs a second operator', async () => {
    const operator = await world.server.signIn({ role: 1 });
    const replies: ApiReply[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { id, players } = await world.answered(['the golden ky'], { prize: 3_500 });
      const body = { user_id: players[0]?.user.id, reason: 'A typo.' };
      replies.push(await operator.post(`/admin/heists/${id}/accept-answer`, body));
      if (nth > 0) continue;
      const { body: listed } = await operator.get(`/admin/heists/${id}/near-misses`);
      expect(replies[0]?.body).toEqual(listed);
      expect(NearMissesReply.parse(listed).items).toMatchObject([
        { answer: 'the golden ky', accepted_by: operator.user.username },
      ]);
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 202]);
    expect(replies[2]?.body.status).toBe('pending');
  });

  it('are found among 30,000 different answers with bounded work', async () => {
    const { id } = await world.answered(['The golden ky'], { capacity: 100_000 });
    await world.query(
      `INSERT INTO heist_answers (heist_id, user_id, seq, answer, normalized, answered_at)
        SELECT $1, gen_random_uuid(), n + 1, t, t, clock_timestamp()
        FROM generate_series(1, 30000) AS n, LATERAL (SELECT left(md5(n::text), 14) AS t) AS text`,
      [id],
    );
    expect(await listNearMisses(world.db, id)).toMatchObject([{ answer: 'The golden ky', distance: 1 }]);
    // Audits of other tests would find them.
    await world.server.asOwner(
      `SET session_replication_role = 'replica'; DELETE FROM heist_answers WHERE heist_id = ${id}`,
    );
  });
});
