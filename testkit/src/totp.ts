import { base32 } from '@scure/base';
import { Secret, TOTP } from 'otpauth';

/** Decodes a key in the form that users type into an authenticator app. */
export const secretOf = (key: string): Buffer => Buffer.from(base32.decode(key.replaceAll(' ', '')));

/** Returns the code that an authenticator app shows at a time. */
export function totpAt(secret: Buffer, at = new Date()): string {
  return TOTP.generate({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    timestamp: at.getTime(),
  });
}
