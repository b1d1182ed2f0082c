import { listStored, readStoredJson, removeStored, writeStored } from '../../../lib/stored.ts';
import type { StoredTaps } from './tap-queue.ts';

interface Kept extends StoredTaps {
  atMs: number;
  /** Whether the page that wrote it was closed. */
  isReleased: boolean;
}

/** A page with taps writes more often than this, so an older entry belongs to a page that crashed. */
const abandonedAfterMs = 15_000;
const forgottenAfterMs = 24 * 3_600_000;

const prefixOf = (userId: string, contestId: number) => `taps:${userId}:${contestId}:`;

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'unacknowledged' in value && 'waiting' in value;
}

export function storeTaps(userId: string, contestId: number, taps: StoredTaps, isReleased = false): void {
  const key = `${prefixOf(userId, contestId)}${taps.stream}`;
  if (taps.waiting === 0 && taps.unacknowledged.length === 0) removeStored(key);
  else writeStored(key, JSON.stringify({ ...taps, atMs: Date.now(), isReleased } satisfies Kept));
}

/** Returns and removes the unsent taps that closed pages stored for the contest. */
export function takeAbandonedTaps(userId: string, contestId: number, ownStream: number): StoredTaps[] {
  const nowMs = Date.now();
  return listStored(prefixOf(userId, contestId)).flatMap((key) => {
    const kept = readStoredJson(key, isKept);
    const isInUse = kept && !kept.isReleased && nowMs - kept.atMs < abandonedAfterMs;
    if (isInUse || kept?.stream === ownStream) return [];
    removeStored(key);
    return kept && nowMs - kept.atMs < forgottenAfterMs ? [kept] : [];
  });
}
