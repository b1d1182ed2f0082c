import type { HistoryEvent } from '@copup/testkit/history.ts';

/** Returns the latencies of accepted bids sent between the two times, in milliseconds, ascending. */
export function bidTimes(history: readonly HistoryEvent[], fromMs: number, toMs: number): number[] {
  const sent = new Map<string, number>();
  const times: number[] = [];
  for (const { type, command, process, key, atMs } of history) {
    if (command !== 'bid') continue;
    const name = `${process} ${key}`;
    if (type === 'invoke') sent.set(name, atMs);
    const sentAtMs = sent.get(name);
    if (type === 'ok' && sentAtMs !== undefined && sentAtMs >= fromMs && sentAtMs <= toMs)
      times.push(atMs - sentAtMs);
  }
  return times.sort((one, other) => one - other);
}

/** Returns a quantile of sorted values; 0 without values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function acknowledgedBetween(history: readonly HistoryEvent[], fromMs: number, toMs: number): number {
  return history.filter(
    ({ type, command, atMs }) => type === 'ok' && command === 'bid' && atMs >= fromMs && atMs <= toMs,
  ).length;
}
