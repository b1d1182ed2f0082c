/**
 * live: the server has confirmed what is shown. catching-up: it should within a moment. stale: it has not for a
 * second. offline: the device has no network, or the server has not been reached for ten seconds. Bidding needs `live`.
 */
export type ConnectionState = 'live' | 'catching-up' | 'stale' | 'offline';

export interface ConnectionFacts {
  isOnline: boolean;
  hasSocket: boolean;
  /** Every room that is wanted has answered on this socket, and since the page was last shown. */
  isCaughtUp: boolean;
  /** When the state stopped being live; monotonic milliseconds. */
  sinceMs: number;
}

const STALE_AFTER_MS = 1_000;
const OFFLINE_AFTER_MS = 10_000;

export const isLive = ({ isOnline, hasSocket, isCaughtUp }: Omit<ConnectionFacts, 'sinceMs'>) =>
  isOnline && hasSocket && isCaughtUp;

/** Returns the state now, and when it may change without anything happening. */
export function deriveConnection(
  facts: ConnectionFacts,
  nowMs: number,
): { state: ConnectionState; nextAtMs?: number } {
  if (!facts.isOnline) return { state: 'offline' };
  if (isLive(facts)) return { state: 'live' };
  const staleAtMs = facts.sinceMs + STALE_AFTER_MS;
  if (nowMs < staleAtMs) return { state: 'catching-up', nextAtMs: staleAtMs };
  if (facts.hasSocket) return { state: 'stale' };
  const offlineAtMs = facts.sinceMs + OFFLINE_AFTER_MS;
  return nowMs < offlineAtMs ? { state: 'stale', nextAtMs: offlineAtMs } : { state: 'offline' };
}
