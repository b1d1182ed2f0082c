import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifySpinProof } from '@copup/shared/spin-proof.ts';
import { SpinFairness } from '@copup/shared/spins.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSpinWorld, type SpinWorld } from '../../../test/spin-world.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';

const script = fileURLToPath(new URL('../../../../scripts/verify-proof.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-spin-'));

let world: SpinWorld;
beforeAll(async () => {
  world = await openSpinWorld();
});
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('F1 the proof of a spin', () => {
  it('P5 matches the commitment shown before it without the seed, in the browser’s code and offline', async () => {
    const ada = await world.player();
    const proofOf = async () => SpinFairness.parse((await ada.get('/fairness/spin/1')).body);
    const early = [(await ada.get('/user/spin')).text, (await ada.get('/fairness/spin/1')).text];
    const before = await proofOf();
    expect(before).toMatchObject({ server_seed: null, segment: null, result: null, at: null });
    expect(before.commitment).toBe((await world.state(ada)).commitment);
    // The player changes the seed after the commitment.
    expect((await ada.put('/fairness/client-seed', { client_seed: 'suya-and-chill' })).status).toBe(200);
    const { proof, result, segment } = world.replyOf(await world.spin(ada));
    expect(proof).toMatchObject({
      commitment: before.commitment,
      client_seed: 'suya-and-chill',
      result,
      segment,
    });
    expect(verifySpinProof(proof, nodeHashes).isProven).toBe(true);
    // The seed was not sent before the spin (P5).
    for (const text of early) {
      expect(text).toContain(proof.commitment);
      expect(text).not.toContain(proof.server_seed);
    }
    // A seed that is set later is not of this spin.
    await ada.put('/fairness/client-seed', { client_seed: 'another' });
    expect(await proofOf()).toEqual(proof);
    const file = join(folder, 'proof.json');
    writeFileSync(file, JSON.stringify(await proofOf()));
    const { status, stdout } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    expect([status, stdout.trim()]).toEqual([
      0,
      `The spin matches: segment ${segment + 1} of 6, ${result} coins.`,
    ]);
  });

  it('is the caller’s own, and there is none before the first unlock', async () => {
    const [ada, tunde] = [await world.player(), await world.app.signIn()];
    await world.spin(ada);
    expect((await tunde.get('/fairness/spin/1')).status).toBe(404);
    expect((await ada.get('/fairness/spin/2')).status).toBe(404);
  });
});

describe('P2 the audit of spins', () => {
  const errors = async () => (await world.audit()).filter(({ check }) => check === 'spins');

  it('finds a spin that was paid another amount, a prize without a spin, and a wrong sum of a day', async () => {
    const won = await winner();
    expect(await world.audit()).toEqual([]);
    const wrong = async (table: string, change: string, back: string, message: RegExp) => {
      await world.app.asOwner(`ALTER TABLE ${table} DISABLE TRIGGER USER; ${change}`);
      expect((await errors()).map((error) => error.message)).toEqual([expect.stringMatching(message)]);
      await world.app.asOwner(`${back}; ALTER TABLE ${table} ENABLE TRIGGER USER`);
    };
    const spin = `user_id = '${won.userId}'`;
    // The sum of the day stays: two spins swap what they have won.
    await wrong(
      'spins',
      `UPDATE spins SET transfer_id = gen_random_uuid() WHERE ${spin}`,
      `UPDATE spins SET transfer_id = '${won.transferId}' WHERE ${spin}`,
      /without a transfer of a prize/,
    );
    await wrong(
      'spins',
      `CREATE TABLE kept AS SELECT * FROM spins WHERE ${spin}; DELETE FROM spins WHERE ${spin};
        UPDATE spin_days SET spins = spins - 1, spent = spent - ${won.result} WHERE realm = 0`,
      `INSERT INTO spins SELECT * FROM kept; DROP TABLE kept;
        UPDATE spin_days SET spins = spins + 1, spent = spent + ${won.result} WHERE realm = 0`,
      /which does not exist/,
    );
    await wrong(
      'spin_days',
      'UPDATE spin_days SET spent = spent + 1 WHERE realm = 0',
      'UPDATE spin_days SET spent = spent - 1 WHERE realm = 0',
      /records \d+ spins for \d+ coins/,
    );
    expect(await world.audit()).toEqual([]);
  });

  /** Spins for new players until one wins coins. */
  async function winner(): Promise<{ userId: string; result: number; transferId: string }> {
    for (;;) {
      const player = await world.player();
      const { result } = world.replyOf(await world.spin(player));
      if (result === 0) continue;
      const [row] = await world.query<{ transferId: string }>(
        'SELECT transfer_id AS "transferId" FROM spins WHERE user_id = $1',
        [player.user.id],
      );
      return { userId: player.user.id, result, transferId: row?.transferId ?? '' };
    }
  }
});
