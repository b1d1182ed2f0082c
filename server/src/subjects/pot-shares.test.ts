import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividePot } from './pot-shares.ts';
import { subsidyOf } from './subsidy.ts';

const prize = 2_500;
const subsidy = 500;

describe('a pot at the end', () => {
  it('X7 pays the part of the prize above the collected fees as bonus', () => {
    expect(dividePot({ prize, pot: 2_500, subsidy })).toEqual({
      available: 2_000,
      bonus: 500,
      subsidyReturn: 0,
      revenue: 0,
    });
  });

  it.each([
    [5, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 0 }],
    [6, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 500 }],
    [48, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 21_500 }],
  ])('X6 with %s players returns the subsidy first; the rest is revenue', (players, expected) => {
    expect(dividePot({ prize, pot: subsidy + players * 500, subsidy })).toEqual(expected);
  });

  it('H9 of a prize that is not coins becomes revenue', () => {
    expect(dividePot({ prize: 0, pot: 2_000, subsidy: 0 })).toEqual({
      available: 0,
      bonus: 0,
      subsidyReturn: 0,
      revenue: 2_000,
    });
  });

  it('P2 is divided without a remainder', () => {
    const terms = fc.record({
      prize: fc.integer({ min: 1, max: 1_000_000_000 }),
      entryFee: fc.integer({ min: 0, max: 1_000_000_000 }),
      minimumUsers: fc.integer({ min: 1, max: 1_000 }),
      more: fc.nat(1_000),
      isCoins: fc.boolean(),
    });
    fc.assert(
      fc.property(terms, ({ more, isCoins, ...own }) => {
        const subsidy = subsidyOf(own);
        const fees = (own.minimumUsers + more) * own.entryFee;
        const prize = isCoins ? own.prize : 0;
        const shares = dividePot({ prize, pot: subsidy + fees, subsidy });
        expect(shares.available + shares.bonus).toBe(prize);
        expect(shares.available + shares.bonus + shares.subsidyReturn + shares.revenue).toBe(subsidy + fees);
        expect(shares.available).toBeLessThanOrEqual(fees);
        for (const part of Object.values(shares)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('refuses a prize that it cannot pay', () => {
    expect(() => dividePot({ prize: 11, pot: 10, subsidy: 0 })).toThrow();
    expect(() => dividePot({ prize: 1, pot: 10, subsidy: 11 })).toThrow();
  });
});
