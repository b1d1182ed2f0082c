import { describe, expect, it } from 'vitest';
import { checkMaximum, highestMaximum, lowestMaximum, type MaximumSituation } from './maximum-rules.ts';

const outbid: MaximumSituation = { isLeading: false, price: 40, nextPrice: 45, own: null, available: 500 };
const leading: MaximumSituation = { ...outbid, isLeading: true, available: 460 };
const withMaximum: MaximumSituation = { ...leading, own: 120, available: 380 };

describe('A13 an own maximum', () => {
  it.each([
    ['of a player who does not lead: the next bid', outbid, 45, 500],
    ['of the leader without one: above the price', leading, 41, 500],
    ['of the leader with one: the price', withMaximum, 40, 500],
    ['before the balance is loaded', { ...outbid, available: null }, 45, null],
  ])('%s', (_what, situation, lowest, highest) => {
    expect(lowestMaximum(situation)).toBe(lowest);
    expect(highestMaximum(situation)).toBe(highest);
  });

  it.each([
    ['45', { coins: 45 }],
    ['1,200', { error: 'high', bound: 500 }],
    ['44', { error: 'low', bound: 45 }],
    ['lots', { error: 'number', bound: 45 }],
    ['', { error: 'number', bound: 45 }],
  ])('%s', (text, checked) => {
    expect(checkMaximum(text, outbid)).toEqual(checked);
  });
});
