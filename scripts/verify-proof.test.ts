import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./verify-proof.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'copup-proof-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A game of three draws. Orders from the vectors of server/src/fairness/draws.test.ts: 3, 5, 3. */
const proof = {
  kind: 'card',
  id: 2001,
  title: 'Three Card Rush',
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  server_seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  client_seed: 'jollof-2026',
  draws: [
    { nonce: 1, position: 2, cards: [5, 0, 10], value: 10, at: '2026-11-20T20:14:00.000Z' },
    { nonce: 2, position: 0, cards: [0, 5, 10], value: 0, at: '2026-11-20T20:14:01.100Z' },
    { nonce: 3, position: 0, cards: [5, 0, 10], value: 5, at: '2026-11-20T20:14:02.300Z' },
  ],
  score: 15,
};

/** Runs the script as a user does, without packages and outside the project. */
function verify(text: string) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, text: `${stdout}${stderr}`.trim() };
}
const verifyWith = (change: object) => verify(JSON.stringify({ ...proof, ...change }));
const drawsWith = (at: number, change: object) => ({
  draws: proof.draws.map((draw, nth) => (nth === at ? { ...draw, ...change } : draw)),
});

describe('verify-proof', () => {
  it('F1 confirms a saved proof', () => {
    expect(verifyWith({})).toEqual({ status: 0, text: 'All 3 draws match. Score: 15.' });
  });

  it.each([
    [
      'another server seed',
      { server_seed: proof.server_seed.replace('1f', '20') },
      /does not match the commitment/,
    ],
    ['another card', drawsWith(1, { value: 10 }), /Draw 2: the card at 0 is 0, not 10/],
    ['other cards', drawsWith(0, { cards: [10, 5, 0] }), /Draw 1 is 10, 5, 0; the seeds give 5, 0, 10/],
    ['a draw left out', { draws: proof.draws.slice(1), score: 5 }, /a draw is missing or was added/],
    ['another client seed', { client_seed: 'garri-2026' }, /the seeds give/],
    ['another score', { score: 20 }, /add up to 15, the score is 20/],
  ])('F1 detects %s', (_, change, found) => {
    const { status, text } = verifyWith(change);
    expect(text).toMatch(found);
    expect(status).toBe(1);
  });

  it.each([
    [
      'a game that has not ended',
      JSON.stringify({ ...proof, server_seed: null }),
      /before the game had ended/,
    ],
    ['a file that is not a proof', '{}', /not a proof/],
    ['a file that is not JSON', 'x', /JSON/],
  ])('F1 refuses %s', (_, text, found) => {
    const result = verify(text);
    expect(result.text).toMatch(found);
    expect(result.status).toBe(2);
  });
});
