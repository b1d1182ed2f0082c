import { type CardProof, type Hashes, type ProofResult, verifyCardProof } from '@copup/shared/fairness.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Hash functions that work on plain HTTP too. */
export const browserHashes: Hashes = {
  sha256,
  hmacSha256: (key, message) => hmac(sha256, key, message),
};

/** Verifies a game's draws in the browser (F1). */
export const verifyProof = (proof: CardProof): ProofResult => verifyCardProof(proof, browserHashes);
