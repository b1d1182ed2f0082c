import type { Deps } from '../deps.ts';
import { invariant } from '../errors.ts';
import { type SealKey, seal, unseal } from '../seal.ts';

/** Encrypts a server seed under SECRETS_KEY. `owner` must differ between seeds. */
export const sealServerSeed = (
  deps: Pick<Deps, 'config' | 'randomBytes'>,
  seed: Buffer,
  owner: string,
): Buffer => seal({ ...sealKey(deps), randomBytes: deps.randomBytes }, seed, owner);

/** Decrypts a server seed, which must not leave the server before its subject is over. */
export function unsealServerSeed(deps: Pick<Deps, 'config'>, sealed: Buffer, owner: string): Buffer {
  const seed = unseal(sealKey(deps), sealed, owner);
  invariant(seed, `SECRETS_KEY cannot decrypt the seed of ${owner}`);
  return seed;
}

const sealKey = ({ config }: Pick<Deps, 'config'>): SealKey => ({
  key: config.secretsKey,
  purpose: 'fair draws',
});
