import { describe, expect, it } from 'vitest';
import { bonusFor, convertError, mostConvertible } from './convert-words.ts';

describe('T7 the conversion of task coins', () => {
  it('is in whole bonus coins, and needs as many task coins as one costs', () => {
    expect(mostConvertible(347, 10)).toBe(340);
    expect(mostConvertible(9, 10)).toBe(0);
    expect(bonusFor(340, 10)).toBe(34);
    expect(mostConvertible(7, 1)).toBe(7);
    expect(convertError(5, { rate: 10, owned: 9 })).toBe('You need at least 10 task coins.');
    expect(convertError(undefined, { rate: 1, owned: 0 })).toBe('You need at least 1 task coin.');
  });

  it.each([
    [undefined, 'Enter a whole number of task coins.'],
    [0, 'Enter a whole number of task coins.'],
    [350, 'You have 347 task coins.'],
    [345, 'Enter a multiple of 10, such as 340.'],
    [25, 'Enter a multiple of 10, such as 20 or 30.'],
    [4, 'Enter a multiple of 10, such as 10.'],
    [340, undefined],
  ])('of %s says %s', (amount, error) => {
    expect(convertError(amount, { rate: 10, owned: 347 })).toBe(error);
  });
});
