import { type CardProof, type Hashes, type ProofResult, verifyCardProof } from '@copup/shared/fairness.ts';
import {
  type HeistProof,
  type HeistProofResult,
  pseudonymOf,
  verifyHeistProof,
} from '@copup/shared/heist-proof.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Hash functions that work on plain HTTP too. */
export const browserHashes: Hashes = {
  sha256,
  hmacSha256: (key, message) => hmac(sha256, key, message),
};

/** Verifies a game's draws in the browser (F1). */
export const verifyProof = (proof: CardProof): ProofResult => verifyCardProof(proof, browserHashes);

/** Verifies a completed heist in the browser: the committed answer and the choice of the winner (F1, H3, H4). */
export const verifyHeist = (proof: HeistProof): HeistProofResult => verifyHeistProof(proof, browserHashes);

/** Returns the name by which a proof with this salt shows a user. */
export const pseudonymIn = (salt: string, userId: string): string => pseudonymOf(salt, userId, browserHashes);
