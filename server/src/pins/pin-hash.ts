import { createHmac } from 'node:crypto';
import type { Deps } from '../deps.ts';

type HashDeps = Pick<Deps, 'config' | 'passwords'>;

interface PinOfUser {
  userId: string;
  pin: string;
  /** The client's network prefix, by which hashing is shared fairly (S2a). */
  network: string;
}

/** Hashes a PIN with a pepper and Argon2id (S6). Throws BUSY when too many requests wait for hashing. */
export function hashPin(deps: HashDeps, given: PinOfUser): Promise<string> {
  return deps.passwords.hash(withPepper(deps, given), given.network);
}

export function isRightPin(deps: HashDeps, hash: string, given: PinOfUser): Promise<boolean> {
  return deps.passwords.verify(hash, withPepper(deps, given), given.network);
}

/** Keyed with a secret outside the database: the 10,000 PINs cannot be tried on a stolen database. */
function withPepper({ config }: HashDeps, { userId, pin }: PinOfUser): string {
  return createHmac('sha256', config.secretsKey).update(`pin ${userId} ${pin}`).digest('base64');
}
