import { base32 } from '@scure/base';
import { Secret, TOTP } from 'otpauth';

/** The bytes of a key as it is typed into an authenticator app. */
export const secretOf = (key: string): Buffer => Buffer.from(base32.decode(key.replaceAll(' ', '')));

/** The code that an authenticator app shows at a moment. */
export function totpAt(secret: Buffer, at = new Date()): string {
  return TOTP.generate({
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    timestamp: at.getTime(),
  });
}
