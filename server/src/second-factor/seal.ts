import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret for the database. `owner` is authenticated with it: moved to another row, it does not open. */
export function seal(
  { key, randomBytes }: { key: Buffer; randomBytes: (count: number) => Buffer },
  secret: Buffer,
  owner: string,
): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(key), iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Undefined when it was sealed under another key or for another owner. */
export function unseal(key: Buffer, sealed: Buffer, owner: string): Buffer | undefined {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, deriveKey(key), iv, options).setAuthTag(tag);
    decipher.setAAD(Buffer.from(owner));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** SECRETS_KEY keys other things too: each use has a key of its own. */
function deriveKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'copup second factor', 32));
}
