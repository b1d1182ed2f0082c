import { describe, expect, it } from 'vitest';
import { mayVibrate, type VibrationSituation } from './haptics.ts';

const allowed: VibrationSituation = {
  isOn: true,
  isStill: false,
  isTouched: true,
  sinceLastMs: 2_000,
  apartMs: 2_000,
};

describe('a vibration', () => {
  it('is allowed after a touch, two seconds after the last one, which a sequence does not need', () => {
    expect(mayVibrate(allowed)).toBe(true);
    expect(mayVibrate({ ...allowed, sinceLastMs: Number.POSITIVE_INFINITY })).toBe(true);
    expect(mayVibrate({ ...allowed, sinceLastMs: 0, apartMs: 0 })).toBe(true);
  });

  it.each([
    ['the setting is off', { isOn: false }],
    ['the user prefers reduced motion', { isStill: true }],
    ['the user has not touched the page', { isTouched: false }],
    ['the last one was less than two seconds ago', { sinceLastMs: 1_999 }],
  ])('is not allowed if %s', (_, facts) => {
    expect(mayVibrate({ ...allowed, ...facts })).toBe(false);
  });
});
