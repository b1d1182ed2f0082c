import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSpend } from './wallets.ts';

describe('L6 how a fee is paid', () => {
  it('takes bonus coins first, then available ones', () => {
    expect(splitSpend({ available: 100, bonus: 30 }, 20)).toEqual({ bonus: 20, available: 0 });
    expect(splitSpend({ available: 100, bonus: 30 }, 30)).toEqual({ bonus: 30, available: 0 });
    expect(splitSpend({ available: 100, bonus: 30 }, 130)).toEqual({ bonus: 30, available: 100 });
    expect(splitSpend({ available: 100, bonus: 30 }, 131)).toBeUndefined();
    expect(splitSpend({ available: 0, bonus: 0 }, 0)).toEqual({ bonus: 0, available: 0 });
  });

  it('X7 takes available coins only, on request', () => {
    expect(splitSpend({ available: 100, bonus: 30 }, 20, 'available')).toEqual({ bonus: 0, available: 20 });
    expect(splitSpend({ available: 19, bonus: 30 }, 20, 'available')).toBeUndefined();
  });

  it('pays exactly the price or nothing, and never more than the balance', () => {
    const coins = fc.integer({ min: 0, max: 2 ** 40 });
    fc.assert(
      fc.property(coins, coins, coins, (available, bonus, price) => {
        const split = splitSpend({ available, bonus }, price);
        expect(split === undefined).toBe(price > available + bonus);
        if (!split) return;
        expect(split.available + split.bonus).toBe(price);
        expect(split.available).toBeLessThanOrEqual(available);
        expect(split.bonus).toBe(Math.min(bonus, price));
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null])(
    'L4 throws for %s',
    (price) => {
      expect(() => splitSpend({ available: 10, bonus: 0 }, price as number)).toThrow('not a price');
    },
  );
});
