import { randomBytes } from 'node:crypto';
import { answerCommitmentOf } from '@copup/shared/heist-proof.ts';
import { describe, expect, it } from 'vitest';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { commitAnswer, commitDraw, openDrawSeed } from './commit-answer.ts';

const config = { secretsKey: Buffer.alloc(32, 1) } as Parameters<typeof commitDraw>[0]['config'];
const deps = { config, randomBytes };
const terms = { question: 'Capital of Osun?', answers: ['Oṣogbo'] };

describe('the commitments of a heist', () => {
  it('H3 are of the salt, the question and the answers, with another salt each time', () => {
    const [one, other] = [commitAnswer(deps, terms), commitAnswer(deps, terms)];
    const salt = one.answerSalt.toString('hex');
    expect(one.answerCommitment.toString('hex')).toBe(answerCommitmentOf({ salt, ...terms }, nodeHashes));
    expect(one.answerCommitment.equals(other.answerCommitment)).toBe(false);
    expect([one.answerSalt.length, one.answerCommitment.length]).toEqual([16, 32]);
  });

  it('F1 are of a seed that only SECRETS_KEY decrypts, for its own heist', () => {
    const { drawCommitment, sealedDrawSeed } = commitDraw(deps, 3001);
    const seed = openDrawSeed(deps, { id: 3001, sealedDrawSeed });
    expect(seed.length).toBe(32);
    expect(drawCommitment.equals(Buffer.from(nodeHashes.sha256(seed)))).toBe(true);
    expect(sealedDrawSeed.includes(seed)).toBe(false);
    const other = { config: { ...config, secretsKey: Buffer.alloc(32, 2) } };
    expect(() => openDrawSeed(other, { id: 3001, sealedDrawSeed })).toThrow();
    expect(() => openDrawSeed(deps, { id: 3002, sealedDrawSeed })).toThrow();
  });
});
