import { describe, expect, it } from 'vitest';
import { changedLimit, limitAt } from './change-limits.ts';

const now = new Date('2026-11-23T12:00:00Z');
const tomorrow = new Date('2026-11-24T12:00:00Z');
const of = (coins: number | null) => ({ coins, next: null });

describe('G1 a changed limit', () => {
  it('applies at once when it is lower, or the first', () => {
    expect(changedLimit(of(100), 40, now)).toEqual(of(40));
    expect(changedLimit(of(null), 40, now)).toEqual(of(40));
  });

  it.each([150, null])('applies after 24 hours when it is %s instead of 100', (coins) => {
    expect(changedLimit(of(100), coins, now)).toEqual({ coins: 100, next: { coins, at: tomorrow } });
  });

  it('is cancelled by the current one, and replaced by a lower one', () => {
    const waiting = { coins: 100, next: { coins: 150, at: tomorrow } };
    expect(changedLimit(waiting, 100, now)).toEqual(of(100));
    expect(changedLimit(waiting, 90, now)).toEqual(of(90));
  });

  it('keeps its time when it is requested again, and waits anew when it is another', () => {
    const waiting = { coins: 100, next: { coins: 150, at: new Date('2026-11-23T13:00:00Z') } };
    expect(changedLimit(waiting, 150, now)).toBe(waiting);
    expect(changedLimit(waiting, 120, now)).toEqual({ coins: 100, next: { coins: 120, at: tomorrow } });
  });

  it('is compared with the one in force, also when that replaced another by time', () => {
    const replaced = { coins: 100, next: { coins: 150, at: now } };
    expect(limitAt(replaced, now)).toBe(150);
    expect(limitAt(replaced, new Date(now.getTime() - 1))).toBe(100);
    expect(changedLimit(replaced, 140, now)).toEqual(of(140));
    expect(changedLimit(replaced, 160, now)).toEqual({ coins: 150, next: { coins: 160, at: tomorrow } });
  });
});
