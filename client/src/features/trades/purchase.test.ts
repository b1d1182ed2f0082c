import { formatPrice } from '@copup/shared/coins.ts';
import type { Trader } from '@copup/shared/trades.ts';
import { describe, expect, it } from 'vitest';
import { announcementOf, arrange, errorOfAmount, mostOf, totalOf } from './purchase.ts';

const trader = (facts: Partial<Trader> = {}): Trader => ({
  id: 1,
  name: 'Musa',
  price: 99.99,
  trades: 0,
  rating: null,
  available: 400,
  limits: '10–500',
  min: 10,
  max: 500,
  paymentMethod: 'Bank transfer',
  accountName: 'Musa',
  accountNumber: '0123456789',
  ...facts,
});

describe('W4 a purchase from a trader', () => {
  it('totals are exact in kobo, and amounts are within the limits and the stock', () => {
    expect(totalOf({ price: 99.99 }, 20)).toBe('1999.80');
    expect(totalOf({ price: 92.7 }, 3)).toBe('278.10');
    expect(totalOf({ price: 1.1 }, 1_000_000_000)).toBe('1100000000.00');
    expect([formatPrice(92.7), formatPrice(94), formatPrice(1_999.8)]).toEqual([
      '₦92.70',
      '₦94',
      '₦1,999.80',
    ]);
    expect(errorOfAmount(trader(), undefined)).toBe('Enter a whole number of coins');
    expect(errorOfAmount(trader(), 401)).toBe('Enter 10 to 400 coins');
    expect(errorOfAmount(trader(), 9)).toBe('Enter 10 to 400 coins');
    expect(errorOfAmount(trader(), 400)).toBeUndefined();
    expect(mostOf(trader({ available: 9 }))).toBe(0);
  });

  it('traders are filtered by amount and sorted by rating, the new ones last', () => {
    const all = [
      trader({ id: 1, rating: 4.1 }),
      trader({ id: 2 }),
      trader({ id: 3, rating: 4.9, available: 50 }),
    ];
    expect(arrange(all, 'price', undefined).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(arrange(all, 'price', 60).map(({ id }) => id)).toEqual([1, 2]);
    expect(arrange(all, 'rating', undefined).map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(arrange([trader({ paymentMethod: 'PalmPay' }), ...all], 'bank', undefined)).toHaveLength(3);
  });

  it('the time left is announced at 5 minutes, at 1 minute and at the end', () => {
    expect([1_800, 301, 300, 61, 60, 1, 0].map(announcementOf)).toEqual([
      '',
      '',
      '5 minutes left',
      '5 minutes left',
      '1 minute left',
      '1 minute left',
      'This reservation has expired.',
    ]);
  });
});
