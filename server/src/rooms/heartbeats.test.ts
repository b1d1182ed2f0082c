import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { Heartbeats } from './heartbeats.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts its pings, and those after which it was found silent. */
function connection(answers: boolean) {
  const pingedAtMs: number[] = [];
  let cutAtMs: number | undefined;
  const fake: Pick<Connection, 'ping' | 'cutIfSilent' | 'stopOwnPings'> = {
    stopOwnPings() {},
    ping: () => pingedAtMs.push(Date.now()),
    cutIfSilent() {
      if (!answers && pingedAtMs.length > 0) cutAtMs ??= Date.now();
    },
  };
  return { fake: fake as Connection, pingedAtMs, cutAtMs: () => cutAtMs };
}

it('A11 every connection is pinged each 5 s, evenly spread, and a silent one is cut within 8 s', () => {
  const heartbeats = new Heartbeats();
  const startedAtMs = Date.now();
  const all = Array.from({ length: 250 }, (_, at) => connection(at > 0));
  for (const { fake } of all) heartbeats.add(fake);
  vi.advanceTimersByTime(20_000);
  const atTick = new Map<number, number>();
  for (const { pingedAtMs } of all) {
    const [first = 0] = pingedAtMs;
    expect(first - startedAtMs).toBeLessThanOrEqual(2_500);
    expect(pingedAtMs.map((atMs) => atMs - first)).toEqual([0, 5_000, 10_000, 15_000]);
    atTick.set(first, (atTick.get(first) ?? 0) + 1);
  }
  expect(Math.max(...atTick.values())).toBe(10);
  const [silent] = all;
  expect(silent?.cutAtMs()).toBe((silent?.pingedAtMs[0] ?? 0) + 3_000);
  expect(all.filter(({ cutAtMs }) => cutAtMs() !== undefined)).toHaveLength(1);
  heartbeats.stop();
});

it('a closed connection is pinged no more', () => {
  const heartbeats = new Heartbeats();
  const { fake, pingedAtMs } = connection(true);
  heartbeats.add(fake);
  heartbeats.delete(fake);
  vi.advanceTimersByTime(20_000);
  expect(pingedAtMs).toEqual([]);
  heartbeats.stop();
});
