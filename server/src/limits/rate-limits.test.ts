import { describe, expect, it } from 'vitest';
import { RateLimits, WindowCounters } from './rate-limits.ts';

function build() {
  let nowMs = 0;
  const limits = new RateLimits({
    clock: { wallMs: () => nowMs, monotonicMs: () => nowMs },
    redis: { prefix: 'test', commands: undefined, isReady: () => false, close: () => undefined },
  });
  return { limits, pass: (ms: number) => (nowMs += ms) };
}

describe('rate limits', () => {
  it('S2 allows an account 5 sign-in attempts a minute, a network address more, and returns the time to wait', () => {
    const { limits, pass } = build();
    for (let nth = 0; nth < 5; nth += 1) limits.consume('login', 'ada@copup.test');
    pass(10_000);
    expect(() => limits.consume('login', 'ada@copup.test')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', retryAfterS: 50 }),
    );
    limits.consume('login', 'tunde@copup.test');
    pass(50_000);
    limits.consume('login', 'ada@copup.test');
    // Many clients share a network address.
    const { limits: shared } = build();
    for (let nth = 0; nth < 60; nth += 1) shared.consumeAddress('login', '10.0.0.1');
    expect(() => shared.consumeAddress('login', '10.0.0.1')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED' }),
    );
    shared.consumeAddress('login', '10.0.0.2');
  });

  it('S2a limits IPv6 by /64, and with a higher limit by /48', () => {
    const { limits } = build();
    for (let nth = 0; nth < 60; nth += 1) limits.consumeAddress('login', `2001:db8:1:2::${nth.toString(16)}`);
    expect(() => limits.consumeAddress('login', '2001:db8:1:2:ffff::1')).toThrow();
    for (let nth = 3; nth < 57 + 3; nth += 1)
      for (let each = 0; each < 10; each += 1) {
        try {
          limits.consumeAddress('login', `2001:db8:1:${nth.toString(16)}::${each}`);
        } catch {
          expect(nth).toBeGreaterThan(50);
        }
      }
    expect(() => limits.consumeAddress('login', '2001:db8:1:ffff::1')).toThrow();
    limits.consumeAddress('login', '2001:db8:2::1');
  });

  it('S2a gives a point back for attempts that do not count, at most as many as were taken', () => {
    const { limits } = build();
    for (let nth = 0; nth < 20; nth += 1) {
      limits.consume('login', 'ada');
      limits.giveBack('login', 'ada');
    }
    limits.giveBack('login', 'ada');
    for (let nth = 0; nth < 5; nth += 1) limits.consume('login', 'ada');
    expect(() => limits.consume('login', 'ada')).toThrow();
  });

  it('does not confuse a name with another, an account with an address, or two long keys', () => {
    const { limits } = build();
    for (let nth = 0; nth < 5; nth += 1) limits.consume('bid', 'x');
    limits.consume('payEntry', 'x');
    limits.consumeAddress('bid', 'x');
    const long = 'y'.repeat(10_000);
    for (let nth = 0; nth < 5; nth += 1) limits.consume('bid', long);
    limits.consume('bid', `${long}z`);
    expect(() => limits.consume('bid', long)).toThrow();
  });

  it('I10 stores a bounded number of keys, even if clients invent keys', () => {
    const counters = new WindowCounters(1_000);
    for (let nth = 0; nth < 50_000; nth += 1) counters.add(`key ${nth}`, 60_000, nth / 1_000);
    expect(counters.size).toBe(1_000);
    counters.forgetEnded(1_000_000);
    expect(counters.size).toBe(0);
  });
});
