import { z } from 'zod';
import { boundedString } from './text.ts';

/** S2a: the details of PROOF_NEEDED. */
export const Challenge = z.object({
  challenge: z.string(),
  /** How many bits of the hash must be 0. */
  bits: z.int().min(1).max(31),
});
export type Challenge = z.infer<typeof Challenge>;

/** The SHA-256 of `challenge.answer` begins with as many zero bits as were requested. */
export const ProofOfWork = z.object({
  challenge: boundedString(100).min(1),
  answer: boundedString(20).regex(/^\d+$/, 'must be digits'),
});
export type ProofOfWork = z.infer<typeof ProofOfWork>;

/** Returns the text whose hash is compared. */
export const toHashedText = ({ challenge, answer }: ProofOfWork): string => `${challenge}.${answer}`;

export const hasZeroBits = (hash: Uint8Array, bits: number): boolean =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) >>> (32 - bits) === 0;
