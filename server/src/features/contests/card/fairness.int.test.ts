import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CardGameDetail, PickCardReply } from '@copup/shared/card-games.ts';
import { verifyCardProof } from '@copup/shared/fairness.ts';
import { CardFairness } from '@copup/shared/fairness-calls.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContestWorld, openContestWorld } from '../../../../test/contest-world.ts';
import { nodeHashes } from '../../../fairness/node-hashes.ts';

let world: ContestWorld;
beforeAll(async () => {
  world = await openContestWorld();
});
afterAll(() => world?.close());

const pick = (client: SignedInClient, gameId: number, position = 0) =>
  client.post('/cardGameOne/pick-card', { gameId, position });
const proofOf = async (client: SignedInClient, id: number) =>
  CardFairness.parse((await client.get(`/fairness/card/${id}`)).body);

describe('fair card games', () => {
  it('C3, C9, C13, F1 the commitment comes before the first pick, the seed after the end, and every draw matches', async () => {
    const game = await world.create('card');
    const ada = await world.server.signIn({ coins: 100 });
    const { commitment } = (await world.join(ada, game)).body;
    await ada.put('/fairness/client-seed', { client_seed: 'jollof-2026' });
    const texts: string[] = [];
    let score = 0;
    for (let nth = 0; nth < 8 || score === 0; nth += 1) {
      const reply = await pick(ada, game.id, nth % 3);
      texts.push(reply.text);
      score += PickCardReply.parse(reply.body).pickedCard;
      expect(reply.body.score).toBe(score);
      await world.clock.moveBy(1_000);
    }
    const before = await ada.get(`/fairness/card/${game.id}`);
    texts.push(before.text, (await ada.get(`/cardGameOne/card-game/${game.id}`)).text);
    expect(before.body).toMatchObject({ commitment, server_seed: null, client_seed: 'jollof-2026', score });
    await world.end(game.id);
    const detail = CardGameDetail.parse((await ada.get(`/cardGameOne/card-game/${game.id}`)).body);
    expect(detail.winner).toMatchObject({ username: ada.user.username, score });
    const proof = await proofOf(ada, game.id);
    expect(proof).toMatchObject({ commitment, client_seed: 'jollof-2026', score });
    expect(proof.draws.map(({ nonce }) => nonce)).toEqual(texts.slice(0, -2).map((_, nth) => nth + 1));
    expect(verifyCardProof(proof, nodeHashes)).toMatchObject({ isProven: true });
    // The seed was published nowhere before the end (P5).
    for (const text of texts) expect(text).not.toContain(proof.server_seed);
    const [row] = await world.query<{ sealed: string; commitment: string }>(
      `SELECT encode(sealed_seed, 'hex') AS sealed, encode(commitment, 'hex') AS commitment FROM fair_seeds WHERE subject_id = $1`,
      [String(game.id)],
    );
    expect(row?.sealed).not.toContain(proof.server_seed);
    expect(row?.commitment).toBe(commitment);

    const folder = mkdtempSync(join(tmpdir(), 'copup-proof-'));
    const file = join(folder, 'proof.json');
    const script = fileURLToPath(new URL('../../../../../scripts/verify-proof.mjs', import.meta.url));
    const verify = (saved: object) => {
      writeFileSync(file, JSON.stringify(saved));
      return spawnSync(process.execPath, [script, file], { encoding: 'utf8' }).status;
    };
    expect(verify(proof)).toBe(0);
    expect(verify({ ...proof, score: score + 5 })).toBe(1);
    rmSync(folder, { recursive: true });
  });

  it('F1 a new client seed applies until the first card is drawn, and not afterwards', async () => {
    const game = await world.create('card');
    const ada = await world.player(game);
    for (const client_seed of ['', 'a:b', 'with space', 'x'.repeat(65), 'naïve'])
      expect((await ada.put('/fairness/client-seed', { client_seed })).body.code).toBe('VALIDATION_FAILED');
    expect((await proofOf(ada, game.id)).client_seed).toMatch(/^[0-9a-f]{16}$/);
    const seedOf = async () => (await ada.get('/fairness/client-seed')).body;
    expect(await seedOf()).toEqual({ client_seed: (await proofOf(ada, game.id)).client_seed });
    await ada.put('/fairness/client-seed', { client_seed: 'first' });
    await pick(ada, game.id);
    await ada.put('/fairness/client-seed', { client_seed: 'second' });
    expect(await seedOf()).toEqual({ client_seed: 'second' });
    expect((await proofOf(ada, game.id)).client_seed).toBe('first');
    await world.clock.moveBy(1_000);
    await pick(ada, game.id);
    await world.end(game.id);
    expect(verifyCardProof(await proofOf(ada, game.id), nodeHashes).draws).toEqual([true, true]);
    const next = await world.create('card');
    await world.join(ada, next);
    expect((await proofOf(ada, next.id)).client_seed).toBe('second');
  });

  it('C13 two players of one game have separate seeds, and see only their own draws', async () => {
    const game = await world.create('card');
    const [ada, bola] = [await world.player(game), await world.player(game)];
    await pick(ada, game.id);
    const [ofAda, ofBola] = [await proofOf(ada, game.id), await proofOf(bola, game.id)];
    expect(ofAda.commitment).not.toBe(ofBola.commitment);
    expect(ofBola.draws).toEqual([]);
    const stranger = await world.server.signIn();
    expect((await stranger.get(`/fairness/card/${game.id}`)).status).toBe(404);
  });

  it('F1 the seed of a void game is revealed too, and seeds and draws cannot be changed', async () => {
    const game = await world.create('card', { minimum_users: 5, prize: 50 });
    const ada = await world.player(game);
    await pick(ada, game.id);
    await world.end(game.id);
    expect(verifyCardProof(await proofOf(ada, game.id), nodeHashes).isSeedCommitted).toBe(true);
    for (const statement of [
      "UPDATE fair_seeds SET client_seed = 'other'",
      "UPDATE fair_seeds SET commitment = decode(repeat('00', 32), 'hex')",
      'DELETE FROM fair_seeds',
      'UPDATE card_draws SET value = 10',
      'DELETE FROM card_draws',
    ])
      await expect(world.query(statement), statement).rejects.toThrow();
  });
});
