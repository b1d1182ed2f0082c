import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerClock } from './server-clock.ts';
import { Ticker } from './ticker.ts';

const AHEAD_MS = 1_700_000_000_000;

describe('the server’s clock', () => {
  it('is the device’s clock until the first message of the server', () => {
    expect(
      new ServerClock(
        () => 5,
        () => 77,
      ).now(),
    ).toBe(77);
  });

  it('is wrong by at most half of the shortest round trip', () => {
    const trips = fc.array(
      fc.record({ up: fc.integer({ min: 0, max: 800 }), down: fc.integer({ min: 0, max: 800 }) }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(trips, (all) => {
        let nowMs = 0;
        const clock = new ServerClock(
          () => nowMs,
          () => 0,
        );
        for (const { up, down } of all) {
          const sentAt = nowMs;
          nowMs += up + down;
          clock.answered(AHEAD_MS + sentAt + up, sentAt, nowMs);
          nowMs += 1_000;
        }
        const shortest = Math.min(...all.map(({ up, down }) => up + down));
        expect(Math.abs(clock.now() - (AHEAD_MS + nowMs))).toBeLessThanOrEqual(shortest / 2);
      }),
    );
  });

  it('is corrected by frames if it is behind, and measured again after a reconnect', () => {
    let nowMs = 1_000;
    const clock = new ServerClock(
      () => nowMs,
      () => 0,
    );
    clock.answered(AHEAD_MS, 1_000, 1_000);
    nowMs = 2_000;
    // The device slept: its monotonic clock stopped for a minute.
    clock.received(AHEAD_MS + 61_000, 2_000);
    expect(clock.now()).toBe(AHEAD_MS + 61_000);
    clock.forget();
    clock.answered(AHEAD_MS + 1_000, 2_000, 2_000);
    expect(clock.now()).toBe(AHEAD_MS + 1_000);
  });
});

describe('the ticker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ticks at the server’s seconds with one timer, and stops without listeners', () => {
    const clock = new ServerClock(
      () => performance.now(),
      () => 0,
    );
    clock.answered(AHEAD_MS + 300, performance.now(), performance.now());
    const ticker = new Ticker(clock, 1_000);
    const seen: number[] = [];
    const stops = [ticker.subscribe(() => seen.push(ticker.read())), ticker.subscribe(() => {})];
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(700);
    expect(Math.round(ticker.read())).toBe(AHEAD_MS + 1_000);
    vi.advanceTimersByTime(3_000);
    expect(seen.map((ms) => Math.round(ms - AHEAD_MS))).toEqual([300, 1_000, 2_000, 3_000, 4_000]);
    clock.received(AHEAD_MS + 60_000, performance.now());
    expect(Math.round(ticker.read())).toBe(AHEAD_MS + 60_000);
    for (const stop of stops) stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
