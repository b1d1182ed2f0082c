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

const tickets = [
  '438d9946eb953eb7',
  '13d1f4b49497975a',
  '4ca5e84c06eaed06',
  '5f9576dd49cd5d43',
  '69b8d854b964ada8',
];
/** A heist with four correct answers. Hashes from the vectors of heist-proof.test.ts: below 4 the draw is 2. */
const heist = {
  kind: 'heist',
  id: 3001,
  title: 'The Lokoja vault',
  status: 'completed',
  winner_rule: 'draw',
  answer_commitment: '3385e1fc0d12fa963d6bd0b254fc7fc704f57ab7723124a85b508278cf5ad93e',
  draw_commitment: proof.commitment,
  salt: '000102030405060708090a0b0c0d0e0f',
  question: 'Which river meets the Niger at Lokoja?',
  answers: ['Benue', 'River Benue', 'Ọ̀yà “Benue”\n'],
  draw_seed: proof.server_seed,
  accepted_near_misses: ['benuue'],
  tickets,
  correct_count: 4,
  correct: ['  BÉNUE! ', 'river\u00a0Benue', 'Benuue', 'oya benue'].map((answer, at) => ({
    place: at + 1,
    user: tickets[at],
    answer,
    answered_at: `2026-11-20T20:00:0${at}.000Z`,
  })),
  winner: tickets[2],
  winner_username: 'chidi',
};
/** The first draw below 6 with these seeds is 3, the segment with 4 coins. */
const spin = {
  kind: 'spin',
  id: 1,
  title: 'Spin',
  commitment: proof.commitment,
  server_seed: proof.server_seed,
  client_seed: proof.client_seed,
  segment: 3,
  result: 4,
  at: '2026-11-20T20:14:00.000Z',
};
const correctWith = (at: number, change: object) => ({
  correct: heist.correct.map((one, nth) => (nth === at ? { ...one, ...change } : one)),
});

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

  it('F1 B5 confirms a spin', () => {
    expect(verify(JSON.stringify(spin))).toEqual({
      status: 0,
      text: 'The spin matches: segment 4 of 6, 4 coins.',
    });
  });

  it.each([
    [
      'another seed',
      { server_seed: spin.server_seed.replace('1f', '20') },
      1,
      /does not match the commitment/,
    ],
    ['another client seed', { client_seed: 'garri-2026' }, 1, /segment is 3; the seeds give/],
    ['another segment', { segment: 5, result: 6 }, 1, /segment is 5; the seeds give 3/],
    ['another result', { result: 6 }, 1, /has 4 coins, not 6/],
    ['no seed', { server_seed: null }, 2, /server seed is missing/],
    ['no client seed', { client_seed: undefined }, 2, /not a proof/],
  ])('F1 B5 refuses a spin with %s', (_, change, status, found) => {
    const verified = verify(JSON.stringify({ ...spin, ...change }));
    expect(verified.text).toMatch(found);
    expect(verified.status).toBe(status);
  });

  it.each([
    ['a draw', {}, 'chidi won: drawn from 4 correct answers.'],
    [
      'the earliest answer',
      { winner_rule: 'earliest', tickets: [], winner: tickets[0], winner_username: 'ada' },
      'ada won: the earliest of 4 correct answers.',
    ],
    [
      'no correct answer',
      { correct: [], correct_count: 0, tickets: [], winner: null, winner_username: null },
      'No answer was correct.',
    ],
  ])('F1 H4 confirms a heist with %s', (_, change, text) => {
    expect(verify(JSON.stringify({ ...heist, ...change }))).toEqual({
      status: 0,
      text: `The question and the answers match. ${text}`,
    });
  });

  it.each([
    ['another salt', { salt: heist.salt.replace('0f', '0e') }, /answers do not match the commitment/],
    ['another question', { question: 'Which?' }, /answers do not match the commitment/],
    ['another answer', { answers: [...heist.answers, 'Kaduna'] }, /answers do not match the commitment/],
    ['another seed', { draw_seed: heist.draw_seed.replace('1f', '20') }, /seed of the draw does not match/],
    ['a wrong answer', correctWith(1, { answer: 'Kaduna' }), /“Kaduna” at place 2 is not correct/],
    [
      'an answer accepted without reason',
      { accepted_near_misses: ['benuue', 'kaduna'] },
      /“kaduna” does not nearly/,
    ],
    ['a later time', correctWith(0, { answered_at: '2026-11-20T20:00:09.000Z' }), /order of time/],
    [
      'an answer left out',
      { winner_rule: 'earliest', correct: heist.correct.slice(1) },
      /missing or were added/,
    ],
    ['a user twice', correctWith(1, { user: tickets[0] }), /two correct answers/],
    ['another winner', { winner: tickets[1] }, /give 4ca5e84c06eaed06/],
    ['other tickets', { tickets: [...tickets, '0000000000000003'] }, /give 13d1f4b49497975a/],
    ['no tickets', { tickets: [] }, /give none/],
  ])('F1 H4 detects in a heist %s', (_, change, found) => {
    const { status, text } = verify(JSON.stringify({ ...heist, ...change }));
    expect(text).toMatch(found);
    expect(status).toBe(1);
  });

  it.each([
    ['a game that has not ended', JSON.stringify({ ...proof, server_seed: null }), /before the end/],
    ['a heist that is not completed', JSON.stringify({ ...heist, draw_seed: null }), /before the end/],
    ['a file that is not a proof', '{}', /not a proof/],
    ['a proof of another kind', JSON.stringify({ ...proof, kind: 'toString' }), /not a proof/],
    ['a file that is not JSON', 'x', /JSON/],
  ])('F1 refuses %s', (_, text, found) => {
    const result = verify(text);
    expect(result.text).toMatch(found);
    expect(result.status).toBe(2);
  });
});
