export interface RoundTrips {
  medianMs: number;
  bestMs: number;
  worstMs: number;
}

/** Summarizes measurements; returns undefined without any. */
export function summariseRoundTrips(samplesMs: readonly number[]): RoundTrips | undefined {
  const sorted = [...samplesMs].sort((a, b) => a - b);
  const bestMs = sorted[0];
  const worstMs = sorted.at(-1);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (bestMs === undefined || worstMs === undefined || upper === undefined || lower === undefined)
    return undefined;
  return { medianMs: (lower + upper) / 2, bestMs, worstMs };
}

/** "under 1 ms", "84 ms", "1.2 s". */
export function formatMs(ms: number): string {
  if (ms < 1) return 'under 1 ms';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

const inStepMs = 1_000;

/** Describes the difference of the two clocks; positive if the server's is ahead. */
export function describeOffset(offsetMs: number): string {
  if (Math.abs(offsetMs) < inStepMs) return 'In step';
  const size =
    Math.abs(offsetMs) < 120_000
      ? `${(Math.abs(offsetMs) / 1_000).toFixed(1)} s`
      : `${Math.round(Math.abs(offsetMs) / 60_000)} min`;
  return offsetMs > 0 ? `${size} behind` : `${size} ahead`;
}

/**
 * Returns the offset of the server's clock by the Date header of an HTTP reply, exact to about a second. Returns
 * undefined if the header is missing or invalid.
 */
export function offsetOfDate(
  date: string | null,
  sentAtMs: number,
  receivedAtMs: number,
): number | undefined {
  const serverMs = Date.parse(date ?? '');
  return Number.isNaN(serverMs) ? undefined : serverMs + 500 - (sentAtMs + receivedAtMs) / 2;
}
