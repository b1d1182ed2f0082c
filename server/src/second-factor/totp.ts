import { Secret, TOTP } from 'otpauth';

/** The parameters of RFC 6238 that authenticator apps support. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one: clocks differ, and typing takes time. */
const WINDOW = 1;
export const SECRET_BYTES = 20;

/** Returns the time step that the code belongs to; undefined when it matches no accepted step. */
export function findTotpStep(secret: Buffer, code: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...shape, secret: toSecret(secret), token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

/** Returns what an authenticator app reads: the key for typing, and the URI for a QR code. */
export function describeSecret(secret: Buffer, account: string): { key: string; uri: string } {
  const totp = new TOTP({ ...shape, issuer: 'Copup', label: account, secret: toSecret(secret) });
  return { key: totp.secret.base32, uri: totp.toString() };
}

const toSecret = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });
