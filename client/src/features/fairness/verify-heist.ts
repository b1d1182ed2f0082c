import {
  type HeistProof,
  type HeistProofResult,
  pseudonymOf,
  verifyHeistProof,
} from '@copup/shared/heist-proof.ts';
import { browserHashes } from '../../lib/verify-proof.ts';

/** Verifies a completed heist in the browser (F1, H3). */
export const verifyHeist = (proof: HeistProof): HeistProofResult => verifyHeistProof(proof, browserHashes);

/** Returns the name by which a proof with this salt shows a user. */
export const pseudonymIn = (salt: string, userId: string): string => pseudonymOf(salt, userId, browserHashes);
