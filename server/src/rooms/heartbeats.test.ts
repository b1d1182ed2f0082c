import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { Heartbeats } from './heartbeats.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Counts its pings, and those after which it was found silent. */
function connection(answers: boolean) {
  const pingedAtMs: number[] = [];
  let lateAtMs: number | undefined;
  let cutAtMs: number | undefined;
  const fake: Pick<Connection, 'ping' | 'expectAnswer' | 'cutIfSilent' | 'stopOwnPings'> = {
    stopOwnPings() {},
    ping: () => pingedAtMs.push(Date.now()),
    expectAnswer() {
      if (!answers && pingedAtMs.length > 0) lateAtMs ??= Date.now();
    },
    cutIfSilent() {
      if (!answers && pingedAtMs.length > 0) cutAtMs ??= Date.now();
    },
  };
  return { fake: fake as Connection, pingedAtMs, lateAtMs: () => lateAtMs, cutAtMs: () => cutAtMs };
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
  expect(silent?.lateAtMs()).toBe((silent?.pingedAtMs[0] ?? 0) + 1_000);
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

it('A11 a server whose ticks are half a second late pings each client in time, and finds none silent that answers', async () => {
  const now = performance.now.bind(performance);
  let lateMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
  const heartbeats = new Heartbeats();
  const all = Array.from({ length: 100 }, () => {
    const pingedAtMs: number[] = [];
    let isSilent = false;
    let isFoundSilent = false;
    const find = () => {
      isFoundSilent ||= isSilent;
    };
    const fake = {
      stopOwnPings() {},
      ping() {
        pingedAtMs.push(performance.now());
        // The answer is read after the tick, however late the tick is.
        isSilent = true;
        queueMicrotask(() => {
          isSilent = false;
        });
      },
      expectAnswer: find,
      cutIfSilent: find,
    };
    return { fake, pingedAtMs, isFoundSilent: () => isFoundSilent };
  });
  for (const { fake } of all) heartbeats.add(fake as unknown as Connection);
  for (let tick = 0; tick < 80; tick++) {
    lateMs += 400;
    await vi.advanceTimersByTimeAsync(100);
  }
  const gaps = all.flatMap(({ pingedAtMs }) =>
    pingedAtMs.slice(1).map((atMs, at) => atMs - (pingedAtMs[at] ?? 0)),
  );
  expect(gaps.length).toBeGreaterThan(600);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5_500);
  expect(all.filter(({ isFoundSilent }) => isFoundSilent())).toEqual([]);
  heartbeats.stop();
});
