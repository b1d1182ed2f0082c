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
/** The test vectors of docs/bid-chain.md. */
const bids = {
  kind: 'bids',
  auction_id: 1001,
  genesis: '4220863339c64d12796313397355177e30aed99d490291e885371624ce6402a9',
  chain_head: '142a5d2d7948ead3b7442099e1038547a791d23d4c7d4018ba871eac1008ede6',
  seq: 2,
  bids: [
    {
      seq: 1,
      username: 'ada',
      price_before: 0,
      price: 10,
      at: new Date(1_763_640_000_123).toISOString(),
      bidder: '72b71476a2d14eaee5e2f7c4b6ab0640648389932c8bf618c42d116a8f52906b',
      hash: 'fca270ae7a515d30a318362d90c8602fce39d15ca991a0743e1339aab280a3e5',
    },
    {
      seq: 2,
      username: 'bola',
      price_before: 10,
      price: 20,
      at: new Date(1_763_640_000_456).toISOString(),
      bidder: '48702acc1c57fba089855cc49a01f2958269d64c7043cb362fbc1210becd547f',
      hash: '142a5d2d7948ead3b7442099e1038547a791d23d4c7d4018ba871eac1008ede6',
    },
  ],
};
const bidsWith = (at: number, change: object) => ({
  ...bids,
  bids: bids.bids.map((bid, nth) => (nth === at ? { ...bid, ...change } : bid)),
});
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

  it('A7 confirms the bids of an auction', () => {
    expect(verify(JSON.stringify(bids))).toEqual({
      status: 0,
      text: 'All 2 bids of auction 1001 check out.',
    });
    const none = { ...bids, chain_head: bids.genesis, seq: 0, bids: [] };
    expect(verify(JSON.stringify(none)).status).toBe(0);
  });

  it.each([
    ['another price', bidsWith(1, { price: 21 }), /Bid 2 doesn’t match/],
    ['another time', bidsWith(0, { at: '2026-11-20T20:14:00.000Z' }), /Bid 1 doesn’t match/],
    ['another bidder', bidsWith(0, { bidder: bids.bids[1]?.bidder }), /Bid 1 doesn’t match/],
    ['another reason', bidsWith(1, { reason: 'own_maximum' }), /Bid 2 doesn’t match/],
    ['a bid left out', { ...bids, bids: bids.bids.slice(1) }, /Bid 1 is missing/],
    ['the last bid left out', { ...bids, bids: bids.bids.slice(0, 1) }, /last bids are missing/],
    ['another auction', { ...bids, auction_id: 1002 }, /before bid 1 does not match/],
  ])('A7 detects %s', (_, file, found) => {
    const { status, text } = verify(JSON.stringify(file));
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
