import { type Challenge, hasZeroBits, type ProofOfWork, toHashedText } from '@copup/shared/proof-of-work.ts';
import { sha256 } from '@noble/hashes/sha2.js';

const TRIES_AT_ONCE = 2_000;
const encoder = new TextEncoder();

/** Solves a challenge (S2a), in portions of some milliseconds, so that the page reacts meanwhile. */
export async function solve({ challenge, bits }: Challenge): Promise<ProofOfWork> {
  for (let tried = 0; ; tried += 1) {
    const proof = { challenge, answer: String(tried) };
    if (hasZeroBits(sha256(encoder.encode(toHashedText(proof))), bits)) return proof;
    if (tried % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
