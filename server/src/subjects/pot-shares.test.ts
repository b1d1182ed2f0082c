import { availablePrize } from '@copup/shared/prize-shares.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividePot } from './pot-shares.ts';
import { subsidyOf } from './subsidy.ts';

const prize = 2_500;
const subsidy = 500;
/** All fees in available coins. */
const paid = { own: { available: 500, bonus: 0 } };

describe('a pot at the end', () => {
  it('X7 pays the part of the prize above the collected fees as bonus', () => {
    expect(dividePot({ prize, pot: 2_500, subsidy, paidAvailable: 2_000, ...paid })).toEqual({
      available: 2_000,
      bonus: 500,
      subsidyReturn: 0,
      revenue: 0,
    });
  });

  it.each([
    { who: 'two friends with bonus coins', paidAvailable: 0, own: [0, 1_000], available: 0 },
    { who: 'a friend with bonus coins, beaten', paidAvailable: 1_000, own: [1_000, 0], available: 1_000 },
    { who: 'a friend with bonus coins, who wins', paidAvailable: 1_000, own: [0, 1_000], available: 0 },
    { who: 'a winner who paid a third available', paidAvailable: 1_333, own: [333, 667], available: 666 },
    { who: 'a winner whose entry was free', paidAvailable: 2_000, own: [0, 0], available: 0 },
    { who: 'two players with available coins', paidAvailable: 2_000, own: [1_000, 0], available: 2_000 },
  ])('X7 pays $available of 2,000 coins available to $who', ({ paidAvailable, own, available }) => {
    const [ownAvailable = 0, bonus = 0] = own;
    expect(availablePrize(2_000, paidAvailable, { available: ownAvailable, bonus })).toBe(available);
  });

  it('X7 counts exactly with the largest amounts', () => {
    const own = { available: 999_999_998, bonus: 1 };
    expect(availablePrize(1_000_000_000, 2 ** 40, own)).toBe(999_999_998);
  });

  it.each([
    [5, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 0 }],
    [6, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 500 }],
    [48, { available: 2_500, bonus: 0, subsidyReturn: 500, revenue: 21_500 }],
  ])('X6 with %s players returns the subsidy first; the rest is revenue', (players, expected) => {
    const paidAvailable = players * 500;
    expect(dividePot({ prize, pot: subsidy + paidAvailable, subsidy, paidAvailable, ...paid })).toEqual(
      expected,
    );
  });

  it('H9 of a prize that is not coins becomes revenue', () => {
    expect(dividePot({ prize: 0, pot: 2_000, subsidy: 0, paidAvailable: 2_000, ...paid })).toEqual({
      available: 0,
      bonus: 0,
      subsidyReturn: 0,
      revenue: 2_000,
    });
  });

  it('P2, X7 is divided without a remainder, and no fee in bonus coins becomes available', () => {
    const coins = fc.integer({ min: 0, max: 1_000_000_000 });
    const terms = fc.record({
      prize: fc.integer({ min: 1, max: 1_000_000_000 }),
      entryFee: coins,
      minimumUsers: fc.integer({ min: 1, max: 1_000 }),
      more: fc.nat(1_000),
      isCoins: fc.boolean(),
      ownAvailable: coins,
      othersAvailable: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(terms, ({ more, isCoins, ownAvailable, othersAvailable, ...own }) => {
        const { entryFee } = own;
        const subsidy = subsidyOf(own);
        const fees = (own.minimumUsers + more) * entryFee;
        const prize = isCoins ? own.prize : 0;
        const available = Math.min(ownAvailable, entryFee);
        const paidAvailable = available + Math.floor((fees - entryFee) * othersAvailable);
        const fee = { available, bonus: entryFee - available };
        const shares = dividePot({ prize, pot: subsidy + fees, subsidy, paidAvailable, own: fee });
        expect(shares.available + shares.bonus).toBe(prize);
        expect(shares.available + shares.bonus + shares.subsidyReturn + shares.revenue).toBe(subsidy + fees);
        expect(shares.available).toBeLessThanOrEqual(paidAvailable);
        expect(BigInt(shares.available) * BigInt(entryFee)).toBeLessThanOrEqual(
          BigInt(prize) * BigInt(available),
        );
        for (const part of Object.values(shares)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('refuses a prize that it cannot pay', () => {
    expect(() => dividePot({ prize: 11, pot: 10, subsidy: 0, paidAvailable: 0, ...paid })).toThrow();
    expect(() => dividePot({ prize: 1, pot: 10, subsidy: 11, paidAvailable: 0, ...paid })).toThrow();
    expect(() => dividePot({ prize: 1, pot: 10, subsidy: 5, paidAvailable: 6, ...paid })).toThrow();
  });
});
