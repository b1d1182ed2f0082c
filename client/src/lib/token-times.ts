import type { RenewReply } from '@copup/shared/auth.ts';

/** When a token was issued and ends, by the server's clock, and when this device received it, by its own. */
export interface TokenTimes {
  issuedAtMs: number;
  expiresAtMs: number;
  receivedAtMs: number;
  /** The session has reached its absolute end: another renewal would not move it. */
  isLast: boolean;
}

/** Of a reply that contains a token. `before`: of the token that this one replaces. */
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
 * S3a: milliseconds until the token is renewed, which is in the last third of its lifetime. The lifetime is counted from
 * its receipt on this device's clock, so that a clock that is wrong renews neither late nor in a loop.
 */
export function renewalWaitMs(times: TokenTimes | null, nowMs: number): number {
  // Stored by an earlier version of the app: a renewal brings the times.
  if (times === null) return 0;
  if (times.isLast) return Number.POSITIVE_INFINITY;
  const sinceReceiptMs = nowMs - times.receivedAtMs;
  // The device's clock was set back: nothing is known of the token's age.
  if (sinceReceiptMs < 0) return 0;
  return Math.max(0, ((times.expiresAtMs - times.issuedAtMs) * 2) / 3 - sinceReceiptMs);
}
