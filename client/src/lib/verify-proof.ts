import { type CardProof, type ProofResult, verifyCardProof } from '@copup/shared/fairness.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Verifies a game's draws in the browser, also on plain HTTP (F1). */
export const verifyProof = (proof: CardProof): ProofResult =>
  verifyCardProof(proof, {
    sha256,
    hmacSha256: (key, message) => hmac(sha256, key, message),
  });
