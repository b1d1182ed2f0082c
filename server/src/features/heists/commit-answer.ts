import { SERVER_SEED_BYTES } from '@copup/shared/fairness.ts';
import { ANSWER_SALT_BYTES, answerCommitmentOf } from '@copup/shared/heist-proof.ts';
import type { Deps } from '../../deps.ts';
import { nodeHashes } from '../../fairness/node-hashes.ts';
import { sealServerSeed, unsealServerSeed } from '../../fairness/seal-seeds.ts';

/** Draws a salt and returns the columns that commit to a question and its accepted answers (H3). */
export function commitAnswer(
  { randomBytes }: Pick<Deps, 'randomBytes'>,
  { question, answers }: { question: string; answers: readonly string[] },
): { answerSalt: Buffer; answerCommitment: Buffer } {
  const answerSalt = randomBytes(ANSWER_SALT_BYTES);
  const terms = { salt: answerSalt.toString('hex'), question, answers };
  return { answerSalt, answerCommitment: Buffer.from(answerCommitmentOf(terms, nodeHashes), 'hex') };
}

/** Draws the seed of the draw among correct answers and returns the columns that commit to it (F1). */
export function commitDraw(
  deps: Pick<Deps, 'config' | 'randomBytes'>,
  heistId: number,
): { drawCommitment: Buffer; sealedDrawSeed: Buffer } {
  const seed = deps.randomBytes(SERVER_SEED_BYTES);
  return {
    drawCommitment: Buffer.from(nodeHashes.sha256(seed)),
    sealedDrawSeed: sealServerSeed(deps, seed, ownerOf(heistId)),
  };
}

/** Returns the seed of the draw. It must not leave the server before the heist is completed. */
export const openDrawSeed = (
  deps: Pick<Deps, 'config'>,
  { id, sealedDrawSeed }: { id: number; sealedDrawSeed: Buffer },
): Buffer => unsealServerSeed(deps, sealedDrawSeed, ownerOf(id));

const ownerOf = (heistId: number): string => `heist:${heistId}`;
