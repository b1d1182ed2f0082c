import { createHash, createHmac } from 'node:crypto';
import { cardOrders } from '@copup/shared/fairness.ts';
import type { CardFairness, HeistFairness } from '@copup/shared/fairness-calls.ts';
import { spinSegments, verifySpinProof } from '@copup/shared/spin-proof.ts';
import type { SpinFairness } from '@copup/shared/spins.ts';
import { describe, expect, it } from 'vitest';
import { shortHash } from '../../lib/short-hash.ts';
import { browserHashes, pseudonymIn, verifyHeist, verifyProof } from '../../lib/verify-proof.ts';
import { proofText, readProof } from './proof-file.ts';

const seed = Buffer.alloc(32, 7);

/** Uses Node's hashes, so that the browser's are checked against another implementation. */
function proofOf(count: number): CardFairness {
  const draws = Array.from({ length: count }, (_, at) => {
    const word = createHmac('sha256', seed)
      .update(`jollof:${at + 1}`)
      .digest()
      .readUInt32BE(0);
    const cards = [...(cardOrders[word % 6] ?? [])];
    return {
      nonce: at + 1,
      position: at % 3,
      cards,
      value: cards[at % 3] ?? 0,
      at: '2026-11-20T20:00:00.000Z',
    };
  });
  return {
    kind: 'card',
    id: 12,
    title: 'Three Card Rush',
    commitment: createHash('sha256').update(seed).digest('hex'),
    server_seed: seed.toString('hex'),
    client_seed: 'jollof',
    draws,
    score: draws.reduce((sum, { value }) => sum + value, 0),
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const salt = '000102030405060708090a0b0c0d0e0f';
const users = [1, 2, 3].map((nth) => hash(`${salt}:user ${nth}`).slice(0, 16));
/** Below 3, the draw is that of the first word: `at` is the winner's index. */
function heistProof(): HeistFairness {
  const digest = hash(users.map((user, at) => `${at + 1}:${user}`).join('\n'));
  const at = createHmac('sha256', seed).update(`${digest}:1`).digest().readUInt32BE(0) % 3;
  return {
    kind: 'heist',
    id: 3001,
    title: 'The Lagos vault',
    status: 'completed',
    winner_rule: 'draw',
    answer_commitment: hash(JSON.stringify([salt, 'What opens it?', ['Ọ̀pá wúrà']])),
    draw_commitment: createHash('sha256').update(seed).digest('hex'),
    salt,
    question: 'What opens it?',
    answers: ['Ọ̀pá wúrà'],
    draw_seed: seed.toString('hex'),
    accepted_near_misses: ['opa wuraa'],
    tickets: users,
    correct_count: 3,
    correct: users.map((user, nth) => ({
      place: nth + 1,
      user,
      answer: ['opa  WURA!', 'Opa wuraa', 'ọpa wura'][nth] ?? '',
      answered_at: `2026-11-20T20:00:0${nth}.000Z`,
    })),
    winner: users[at] ?? null,
    winner_username: 'ada',
  };
}

describe('F1 H4 a heist in the browser', () => {
  it('is unchanged and valid after saving and opening', () => {
    const proof = heistProof();
    const opened = readProof(proofText(proof));
    expect(opened).toEqual(proof);
    expect(verifyHeist(proof)).toMatchObject({ isProven: true });
    expect(pseudonymIn(salt, 'user 1')).toBe(users[0]);
  });

  it('with another winner, question or seed is not valid', () => {
    const proof = heistProof();
    const another = users.find((user) => user !== proof.winner) ?? '';
    expect(verifyHeist({ ...proof, winner: another }).isWinnerRight).toBe(false);
    expect(verifyHeist({ ...proof, question: 'Who?' }).isAnswerCommitted).toBe(false);
    expect(verifyHeist({ ...proof, draw_seed: '00'.repeat(32) }).isSeedCommitted).toBe(false);
  });

  it('refuses files of which a part is missing or of another type', () => {
    const proof = heistProof();
    for (const change of [
      { correct: [null] },
      { correct: [{ ...proof.correct[0], answer: 1 }] },
      { tickets: [1] },
      { answers: 'x' },
      { salt: 1 },
      { correct_count: '3' },
    ])
      expect(readProof(JSON.stringify({ ...proof, ...change }))).toBeNull();
    for (const part of Object.keys(proof).filter((key) => !['id', 'title', 'status'].includes(key)))
      expect(readProof(JSON.stringify({ ...proof, [part]: undefined }))).toBeNull();
  });
});

describe('F1 B5 a spin in the browser', () => {
  const client_seed = 'jollof';
  const segment = createHmac('sha256', seed).update(`${client_seed}:1`).digest().readUInt32BE(0) % 6;
  const proof: SpinFairness = {
    kind: 'spin',
    id: 1,
    title: 'Spin',
    commitment: createHash('sha256').update(seed).digest('hex'),
    server_seed: seed.toString('hex'),
    client_seed,
    segment,
    result: spinSegments[segment] ?? 0,
    at: '2026-11-20T20:00:00.000Z',
  };

  it('is unchanged and valid after saving and opening; another segment is not valid', () => {
    expect(readProof(proofText(proof))).toEqual(proof);
    expect(verifySpinProof(proof, browserHashes).isProven).toBe(true);
    const other = (segment + 1) % 6;
    const changed = { ...proof, segment: other, result: spinSegments[other] ?? 0 };
    expect(verifySpinProof(changed, browserHashes)).toMatchObject({
      isProven: false,
      isSeedCommitted: true,
      isSegmentRight: false,
      isResultRight: true,
    });
  });

  it('refuses files of which a part is missing or of another type', () => {
    for (const change of [{ segment: '1' }, { result: 1.5 }, { commitment: null }, { at: 1 }])
      expect(readProof(JSON.stringify({ ...proof, ...change }))).toBeNull();
    for (const part of Object.keys(proof).filter((key) => !['kind', 'id', 'title'].includes(key)))
      expect(readProof(JSON.stringify({ ...proof, [part]: undefined }))).toBeNull();
  });
});

describe('F1 a proof in the browser', () => {
  it('is unchanged and valid after saving and opening', () => {
    const proof = proofOf(12);
    const opened = readProof(proofText(proof));
    expect(opened).toEqual(proof);
    expect(verifyProof(proof)).toMatchObject({ isProven: true, isScoreRight: true });
  });

  it('reports the changed draw', () => {
    const proof = proofOf(12);
    const changed = proof.draws.map((draw) =>
      draw.nonce === 7 ? { ...draw, position: (draw.position + 1) % 3 } : draw,
    );
    const result = verifyProof({ ...proof, draws: changed });
    expect(result.isProven).toBe(false);
    expect(result.draws.flatMap((isRight, at) => (isRight ? [] : [at + 1]))).toEqual([7]);
  });

  it('refuses another seed, and files that are not a proof; shortens a hash', () => {
    const proof = proofOf(2);
    expect(verifyProof({ ...proof, server_seed: '00'.repeat(32) }).isSeedCommitted).toBe(false);
    for (const text of ['', '[]', '{"draws":[]}', '{"commitment":1}']) expect(readProof(text)).toBeNull();
    expect(shortHash(`9f2c41ab${'0'.repeat(48)}e3d077b1`)).toBe('9f2c 41ab … e3d0 77b1');
  });
});
