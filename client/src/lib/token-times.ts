import type { RenewReply } from '@copup/shared/auth.ts';

/** When a token was issued and expires, by the server's clock, and when it was received, by the device's clock. */
export interface TokenTimes {
  issuedAtMs: number;
  expiresAtMs: number;
  receivedAtMs: number;
  /** Whether the session has reached its absolute end, so that a renewal would not extend it. */
  isLast: boolean;
}

/** Returns the times of a reply with a token. `before` are the times of the replaced token. */
export function timesOf(
  { issued_at, expires_at }: Pick<RenewReply, 'issued_at' | 'expires_at'>,
  nowMs: number,
  before: TokenTimes | null = null,
): TokenTimes {
  const expiresAtMs = Date.parse(expires_at);
  return {
    issuedAtMs: Date.parse(issued_at),
    expiresAtMs,
    receivedAtMs: nowMs,
    isLast: before !== null && expiresAtMs <= before.expiresAtMs,
  };
}

export function isTokenTimes(value: unknown): value is TokenTimes {
  if (typeof value !== 'object' || value === null) return false;
  const { issuedAtMs, expiresAtMs, receivedAtMs } = value as Partial<TokenTimes>;
  return [issuedAtMs, expiresAtMs, receivedAtMs].every(Number.isFinite);
}

/**
 * S3a: returns the milliseconds until the token is renewed, in the last third of its lifetime. The lifetime counts from the
 * receipt on the device's clock, so that a wrong clock causes neither a late renewal nor a loop.
 */
export function renewalWaitMs(times: TokenTimes | null, nowMs: number): number {
  // Stored by an earlier version of the app; a renewal returns the times.
  if (times === null) return 0;
  if (times.isLast) return Number.POSITIVE_INFINITY;
  const sinceReceiptMs = nowMs - times.receivedAtMs;
  // The device's clock was set back, so the token's age is unknown.
  if (sinceReceiptMs < 0) return 0;
  return Math.max(0, ((times.expiresAtMs - times.issuedAtMs) * 2) / 3 - sinceReceiptMs);
}
