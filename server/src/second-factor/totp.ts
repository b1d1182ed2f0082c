import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as authenticator apps know it. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one that are accepted: clocks differ, and typing takes time. */
const WINDOW = 1;
export const SECRET_BYTES = 20;

/** The time step that the code belongs to; undefined when it belongs to none that is near. */
export function findTotpStep(secret: Buffer, code: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...shape, secret: toSecret(secret), token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

/** What an authenticator app reads: by hand, and as a QR code. */
export function describeSecret(secret: Buffer, account: string): { key: string; uri: string } {
  const totp = new TOTP({ ...shape, issuer: 'Copup', label: account, secret: toSecret(secret) });
  return { key: totp.secret.base32, uri: totp.toString() };
}

const toSecret = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });
