import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Challenge, hasZeroBits, type ProofOfWork, toHashedText } from '@copup/shared/proof-of-work.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';

/** 262,144 hashes on average: half a second of a computer, two or three of a phone. */
const BITS = 18;
const LIFETIME_MS = 2 * 60_000;
/** After a minute the limits accept attempts again, for clients that solve no challenge. */
const RETRY_AFTER_S = 60;

type ChallengeDeps = Pick<Deps, 'clock' | 'config' | 'limits' | 'randomBytes'>;

/** Returns the refusal with a new challenge, which serves one attempt of this client. The server stores nothing. */
export function proofNeeded(deps: ChallengeDeps, client: string): Refusal {
  const stamp = `${deps.clock.wallMs()}.${deps.randomBytes(9).toString('base64url')}`;
  const challenge = `${stamp}.${sign(deps, stamp, client)}`;
  return new Refusal('PROOF_NEEDED', 'Too many attempts to sign in. Please wait a moment.', {
    retryAfterS: RETRY_AFTER_S,
    details: { challenge, bits: BITS } satisfies Challenge,
  });
}

/** Returns whether this client has solved a challenge that is not used yet, and uses it up. */
export function useProof(deps: ChallengeDeps, client: string, proof: ProofOfWork): boolean {
  const [at = '', random = '', signature = ''] = proof.challenge.split('.');
  const expected = sign(deps, `${at}.${random}`, client);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return false;
  const isSolved = hasZeroBits(hash('sha256', toHashedText(proof), 'buffer'), BITS);
  if (!isSolved || deps.clock.wallMs() - Number(at) > LIFETIME_MS) return false;
  try {
    deps.limits.consume('proofOfWork', random);
    return true;
  } catch {
    return false;
  }
}

function sign({ config }: ChallengeDeps, stamp: string, client: string): string {
  const key = Buffer.from(hkdfSync('sha256', config.secretsKey, '', 'copup log-in challenges', 32));
  return createHmac('sha256', key).update(`${stamp} ${client}`).digest('base64url').slice(0, 22);
}
