import { createHash, createHmac } from 'node:crypto';
import { cardOrders } from '@copup/shared/fairness.ts';
import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { describe, expect, it } from 'vitest';
import { verifyProof } from '../../lib/verify-proof.ts';
import { proofText, readProof, shortHash } from './proof-file.ts';

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

describe('F1 a proof in the browser', () => {
  it('is unchanged and valid after saving and opening', () => {
    const proof = proofOf(12);
    const opened = readProof(proofText(proof));
    expect(opened).toEqual(proof);
    expect(opened && verifyProof(opened)).toMatchObject({ isProven: true, isScoreRight: true });
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

  it('refuses another seed, and files that are not a proof', () => {
    const proof = proofOf(2);
    expect(verifyProof({ ...proof, server_seed: '00'.repeat(32) }).isSeedCommitted).toBe(false);
    for (const text of ['', '[]', '{"draws":[]}', '{"commitment":1}']) expect(readProof(text)).toBeNull();
  });

  it('shortens a hash', () => {
    expect(shortHash(`9f2c41ab${'0'.repeat(48)}e3d077b1`)).toBe('9f2c 41ab … e3d0 77b1');
  });
});
