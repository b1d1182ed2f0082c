import { createHash } from 'node:crypto';
import { FairnessReply, type HeistFairness } from '@copup/shared/fairness-calls.ts';
import { verifyHeistProof } from '@copup/shared/heist-proof.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(() => world?.close());

const RIGHT = 'the golden key';
const proofOf = async (client: SignedInClient, id: number): Promise<HeistFairness> => {
  const reply = await client.get(`/fairness/heist/${id}`);
  const proof = FairnessReply.parse(reply.body);
  if (proof.kind !== 'heist') throw new Error(reply.text);
  return proof;
};
/** Secrets of a heist, in every form in which they could be sent. */
async function secretsOf(id: number) {
  const { answerSalt, question, answers } = await world.read(id);
  return [answerSalt.toString('hex'), answerSalt.toString('base64'), question, ...answers];
}

describe('F1 H3 the proof of a heist', () => {
  it('shows the commitments from the creation on and no secret before the end', async () => {
    const heist = await world.create({ minimum_users: 1, winner_rule: 'draw' });
    const ada = await world.player(heist);
    const { id } = heist;
    const before = await proofOf(ada, id);
    expect(before).toEqual({
      kind: 'heist',
      id,
      title: heist.name,
      status: 'available',
      winner_rule: 'draw',
      answer_commitment: (await ada.get(`/hurt/heist/${id}`)).body.answer_commitment,
      draw_commitment: heist.drawCommitment.toString('hex'),
      salt: null,
      question: null,
      answers: null,
      draw_seed: null,
      accepted_near_misses: [],
      tickets: [],
      correct_count: 0,
      correct: [],
      winner: null,
      winner_username: null,
    });
    await world.passAndSweep(id, 'starts_at');
    await ada.post(`/hurt/submitAnswer/${id}`, { answer: RIGHT });
    const started = await ada.get(`/fairness/heist/${id}`);
    expect(started.body).toEqual({ ...before, status: 'started' });
    for (const secret of await secretsOf(id)) expect(started.text).not.toContain(secret);
  });

  it.each(['earliest', 'draw'] as const)(
    'H4 reveals all at the end, and proves the %s',
    async (winner_rule) => {
      const heist = await world.create({ minimum_users: 1, winner_rule });
      const { id } = heist;
      const players: SignedInClient[] = [];
      for (let nth = 0; nth < 5; nth += 1) players.push(await world.player(heist));
      const [ada, , , , idle] = players as [
        SignedInClient,
        SignedInClient,
        SignedInClient,
        SignedInClient,
        SignedInClient,
      ];
      const committed = await proofOf(ada, id);
      await world.passAndSweep(id, 'starts_at');
      for (const [nth, answer] of ['Silver', RIGHT, 'Golden key', 'GOLDEN KEY'].entries())
        await players[nth]?.post(`/hurt/submitAnswer/${id}`, { answer });
      await world.passAndSweep(id, 'end_date');
      const proof = await proofOf(idle, id);
      expect(proof).toMatchObject({
        status: 'completed',
        answer_commitment: committed.answer_commitment,
        draw_commitment: committed.draw_commitment,
        question: 'What opens it?',
        answers: ['The golden key', 'Golden key'],
        correct_count: 3,
        winner_username: (await world.read(id)).winnerUsername,
      });
      expect(verifyHeistProof(proof, nodeHashes)).toMatchObject({ isProven: true });
      const pseudonym = ({ user }: SignedInClient) =>
        createHash('sha256').update(`${proof.salt}:${user.id}`).digest('hex').slice(0, 16);
      expect(proof.tickets).toEqual(winner_rule === 'draw' ? players.map(pseudonym) : []);
      expect(proof.correct.map(({ user, answer }) => [user, answer])).toEqual(
        [RIGHT, 'Golden key', 'GOLDEN KEY'].map((answer, at) => [
          pseudonym(players[at + 1] as SignedInClient),
          answer,
        ]),
      );
      const winner = players.find(({ user }) => user.username === proof.winner_username);
      expect(proof.winner).toBe(winner && pseudonym(winner));
    },
  );

  it('of a heist without a correct answer proves that it has no winner', async () => {
    const { id, players } = await world.answered(['Silver'], { winner_rule: 'draw' });
    await world.passAndSweep(id, 'end_date');
    const proof = await proofOf(players[0] as SignedInClient, id);
    expect(proof).toMatchObject({ winner: null, correct: [], tickets: [] });
    expect(verifyHeistProof(proof, nodeHashes).isProven).toBe(true);
  });

  it('stays sealed for a cancelled heist, and is not found in another realm', async () => {
    const heist = await world.create({ minimum_users: 2 });
    const ada = await world.player(heist);
    await world.passAndSweep(heist.id, 'starts_at');
    expect(await proofOf(ada, heist.id)).toMatchObject({ status: 'cancelled', salt: null, answers: null });
    const abroad = await world.server.signIn({ realm: 7 });
    expect((await abroad.get(`/fairness/heist/${heist.id}`)).body.code).toBe('NOT_FOUND');
    expect((await ada.get('/fairness/heist/999999')).body.code).toBe('NOT_FOUND');
  });

  it('H3 what was committed does not change once a ticket is sold', async () => {
    const heist = await world.create();
    await world.player(heist);
    for (const change of [
      `question = 'Another?'`,
      `answers = '["Silver"]'`,
      `answer_salt = decode(repeat('00', 16), 'hex')`,
      `answer_commitment = decode(repeat('00', 32), 'hex')`,
      `draw_commitment = decode(repeat('00', 32), 'hex')`,
      `sealed_draw_seed = decode('00', 'hex')`,
      `winner_rule = 'draw'`,
    ])
      await expect(world.query(`UPDATE heists SET ${change} WHERE id = $1`, [heist.id])).rejects.toThrow(
        /do not change once a ticket was sold/,
      );
  });
});
