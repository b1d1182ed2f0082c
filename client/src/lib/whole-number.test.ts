import { describe, expect, it } from 'vitest';
import { parseWholeNumber } from './whole-number.ts';

describe('parseWholeNumber', () => {
  it.each([
    ['0', 0],
    ['1450000', 1_450_000],
    ['1,450,000', 1_450_000],
    [' 1 450 000 ', 1_450_000],
    ['45,000', 45_000],
  ])('reads %j', (text, number) => {
    expect(parseWholeNumber(text)).toBe(number);
  });

  it.each(['', ' ', '1,45', '1,4500', ',450', '1.5', '1,450.50', '-1', '+1', '1e3', '₦45', '9'.repeat(17)])(
    'refuses %j',
    (text) => {
      expect(parseWholeNumber(text)).toBeUndefined();
    },
  );
});
