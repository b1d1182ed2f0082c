import { type HeistProof, verifyHeistProof } from '@copup/shared/heist-proof.ts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** H3, H4: the committed answer and the choice of the winner. */
export const verify = (proof: HeistProof): boolean =>
  verifyHeistProof(proof, { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }).isProven;
