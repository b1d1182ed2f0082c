import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The purposes of encryption with SECRETS_KEY. Each has its own derived key. */
export type SealPurpose = 'second factor' | 'fair draws' | 'bet passwords';

export interface SealKey {
  /** SECRETS_KEY. */
  key: Buffer;
  purpose: SealPurpose;
}

/** Encrypts a secret for the database. `owner` is authenticated data: after a move to another row, decryption fails. */
export function seal(
  { randomBytes, ...sealKey }: SealKey & { randomBytes: (count: number) => Buffer },
  secret: Buffer,
  owner: string,
): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(sealKey), iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Decrypts; returns undefined when it was sealed under another key, for another purpose or for another owner. */
export function unseal(sealKey: SealKey, sealed: Buffer, owner: string): Buffer | undefined {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(ALGORITHM, deriveKey(sealKey), iv, options).setAuthTag(tag);
    decipher.setAAD(Buffer.from(owner));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function deriveKey({ key, purpose }: SealKey): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `copup ${purpose}`, 32));
}
