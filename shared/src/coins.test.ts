import { describe, expect, it } from 'vitest';
import { coinsAre, formatNaira, formatNumber, inCoins } from './coins.ts';

describe('number formats', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1,000'],
    [14_820, '14,820'],
    [1_284_550, '1,284,550'],
    [100_000_000_000, '100,000,000,000'],
    [-1_500, '-1,500'],
    [-999, '-999'],
  ])('formats %d as %s, like Intl', (value, text) => {
    expect(formatNumber(value)).toBe(text);
    expect(new Intl.NumberFormat('en-NG').format(value)).toBe(text);
  });

  it('puts the naira sign before the amount', () => {
    expect(formatNaira(128_455_000)).toBe('₦128,455,000');
  });
});

it.each([
  [inCoins(1), '1 coin'],
  [inCoins(-1), '-1 coin'],
  [inCoins(0), '0 coins'],
  [inCoins(1_200), '1,200 coins'],
  [inCoins(1, 'more'), '1 more coin'],
  [inCoins(2, 'task'), '2 task coins'],
  [coinsAre(1), '1 coin is'],
  [coinsAre(35), '35 coins are'],
])('amounts of coins in words %s', (text, expected) => {
  expect(text).toBe(expected);
});
