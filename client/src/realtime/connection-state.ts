/**
 * live: the server has confirmed the displayed state. catching-up: the confirmation is pending. stale: it has been pending for a
 * second. offline: the device has no network, or the server has been unreachable for ten seconds. Bidding requires `live`.
 */
export type ConnectionState = 'live' | 'catching-up' | 'stale' | 'offline';

export interface ConnectionFacts {
  isOnline: boolean;
  hasSocket: boolean;
  /** Whether every acquired room has replied on this socket since the page was last shown. */
  isCaughtUp: boolean;
  /** When the state stopped being live, in monotonic milliseconds. */
  sinceMs: number;
}

const STALE_AFTER_MS = 1_000;
const OFFLINE_AFTER_MS = 10_000;

export const isLive = ({ isOnline, hasSocket, isCaughtUp }: Omit<ConnectionFacts, 'sinceMs'>) =>
  isOnline && hasSocket && isCaughtUp;

/** Returns the current state, and the time at which it may change without an event. */
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
