import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subsidyOf } from '../../subjects/subsidy.ts';
import { settleContest } from './contest-rules.ts';

const terms = { prize: 2_500, entryFee: 500, minimumUsers: 4 };

describe('settling a contest', () => {
  it.each([
    ['too few players', { players: 3, bestScore: 9 }],
    ['no player with a point', { players: 4, bestScore: 0 }],
  ])('C8 is void with %s', (_, change) => {
    expect(settleContest({ ...terms, pot: 2_500, subsidy: 500, ...change })).toBeUndefined();
  });

  it('X7 the part of the prize above the collected fees is bonus', () => {
    expect(settleContest({ ...terms, pot: 2_500, subsidy: 500, players: 4, bestScore: 1 })).toEqual({
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
  ])('X6 with %s players the subsidy is returned first, the rest is revenue', (players, expected) => {
    const pot = 500 + players * 500;
    expect(settleContest({ ...terms, pot, subsidy: 500, players, bestScore: 1 })).toEqual(expected);
  });

  it('P2 every pot is divided without a remainder', () => {
    const contest = fc.record({
      prize: fc.integer({ min: 1, max: 1_000_000_000 }),
      entryFee: fc.integer({ min: 0, max: 1_000_000_000 }),
      minimumUsers: fc.integer({ min: 1, max: 1_000 }),
      more: fc.nat(1_000),
    });
    fc.assert(
      fc.property(contest, ({ more, ...own }) => {
        const players = own.minimumUsers + more;
        const subsidy = subsidyOf(own);
        const pot = subsidy + players * own.entryFee;
        const split = settleContest({ ...own, players, pot, subsidy, bestScore: 1 });
        if (!split) throw new Error('it is not void');
        expect(split.available + split.bonus).toBe(own.prize);
        expect(split.available + split.bonus + split.subsidyReturn + split.revenue).toBe(pot);
        expect(split.available).toBeLessThanOrEqual(players * own.entryFee);
        for (const part of Object.values(split)) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
