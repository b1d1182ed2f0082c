/**
 * live: what is shown is what is. catching-up: it will be in a moment. stale: it may be old, so bidding pauses.
 * offline: there is no way to the server.
 */
export type ConnectionState = 'live' | 'catching-up' | 'stale' | 'offline';

export interface ConnectionFacts {
  isOnline: boolean;
  hasSocket: boolean;
  /** Since when there is, or is not, a socket; monotonic milliseconds. */
  sinceMs: number;
  /** Every room that is wanted has answered on this socket. */
  isCaughtUp: boolean;
}

const STALE_AFTER_MS = 1_000;
const OFFLINE_AFTER_MS = 10_000;
/** A socket that does not bring the rooms back is as good as none. */
const CATCH_UP_WITHIN_MS = 3_000;

/** The state now, and when it may change without anything happening. */
export function deriveConnection(
  facts: ConnectionFacts,
  nowMs: number,
): { state: ConnectionState; nextAtMs?: number } {
  const { isOnline, hasSocket, sinceMs, isCaughtUp } = facts;
  if (!isOnline) return { state: 'offline' };
  if (hasSocket) {
    if (isCaughtUp) return { state: 'live' };
    const lateAtMs = sinceMs + CATCH_UP_WITHIN_MS;
    return nowMs < lateAtMs ? { state: 'catching-up', nextAtMs: lateAtMs } : { state: 'stale' };
  }
  const staleAtMs = sinceMs + STALE_AFTER_MS;
  if (nowMs < staleAtMs) return { state: 'catching-up', nextAtMs: staleAtMs };
  const offlineAtMs = sinceMs + OFFLINE_AFTER_MS;
  return nowMs < offlineAtMs ? { state: 'stale', nextAtMs: offlineAtMs } : { state: 'offline' };
}
