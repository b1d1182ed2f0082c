import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  feeOf,
  nextStep,
  otherSide,
  paysTheSame,
  prizeOf,
  resultOfBet,
  sharesOf,
  stakesOf,
} from './bet-rules.ts';

const bet = { stakePoints: 100, feePercent: 5, creatorId: 'creator', opponentId: 'opponent' };

describe('B3 fee', () => {
  it.each([
    [500, 5, 50, 950],
    [1, 5, 0, 2],
    [9, 5, 0, 18],
    [10, 5, 1, 19],
    [10_000, 5, 1_000, 19_000],
    [7, 0, 0, 14],
    [7, 100, 14, 0],
  ])('of two stakes of %i at %i %% is %i, the winner receives %i', (stakePoints, feePercent, fee, prize) => {
    expect([feeOf({ stakePoints, feePercent }), prizeOf({ stakePoints, feePercent })]).toEqual([fee, prize]);
  });

  it('and the shares of every result are both stakes', () => {
    const results = fc.constantFrom('team_a', 'team_b', 'draw', 'abandoned');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 100 }),
        results,
        (stakePoints, feePercent, result) => {
          const { shares, fee } = sharesOf({ ...bet, stakePoints, feePercent }, result);
          expect(shares.reduce((sum, { amount }) => sum + amount, fee)).toBe(2 * stakePoints);
          expect(shares.every(({ amount }) => amount > 0)).toBe(true);
        },
      ),
    );
  });
});

describe('B2 shares', () => {
  it('pay the winner, or return both stakes after a draw and an abandoned match', () => {
    expect(sharesOf(bet, 'team_a').shares).toEqual([{ side: 'team_a', userId: 'creator', amount: 190 }]);
    expect(sharesOf(bet, 'team_b').shares).toEqual([{ side: 'team_b', userId: 'opponent', amount: 190 }]);
    for (const result of ['draw', 'abandoned'] as const) {
      expect(sharesOf(bet, result)).toEqual({ kind: 'refund', shares: stakesOf(bet), fee: 0 });
    }
    expect(stakesOf(bet).map(({ userId, amount }) => [userId, amount])).toEqual([
      ['creator', 100],
      ['opponent', 100],
    ]);
    expect(stakesOf({ ...bet, opponentId: null }).map(({ userId }) => userId)).toEqual(['creator']);
  });

  it('follow the teams of the bet, which may be in the other order than those of the fixture', () => {
    const of = (result: 'team_a' | 'team_b' | 'draw', teamAId: number) =>
      resultOfBet({ teamAId: 1, result }, { teamAId });
    expect([of('team_a', 1), of('team_b', 1), of('draw', 1)]).toEqual(['team_a', 'team_b', 'draw']);
    expect([of('team_a', 2), of('team_b', 2), of('draw', 2)]).toEqual(['team_b', 'team_a', 'draw']);
    expect([otherSide('team_a'), otherSide('team_b')]).toEqual(['team_b', 'team_a']);
  });

  it('are the same for a draw and an abandoned match', () => {
    expect(paysTheSame('draw', 'abandoned')).toBe(true);
    expect(paysTheSame('team_a', 'team_a')).toBe(true);
    expect([paysTheSame('team_a', 'team_b'), paysTheSame('draw', 'team_b')]).toEqual([false, false]);
  });
});

describe('B2, B4 the next step', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);
  const kickoff = at(0);
  const fixture = { kickoff, resultNo: 0, settledNo: 0, closedAt: null, returnedAt: null };
  const closed = { ...fixture, closedAt: at(0) };

  it('is to close at kickoff, then to return the stakes 72 h later, unless there is a result', () => {
    expect(nextStep(fixture, at(-1), 72)).toEqual({ at: kickoff });
    expect(nextStep(fixture, at(0), 72)).toEqual({ step: 'close' });
    expect(nextStep(closed, at(1), 72)).toEqual({ at: at(72) });
    expect(nextStep(closed, at(72), 72)).toEqual({ step: 'return' });
    expect(nextStep({ ...closed, returnedAt: at(72) }, at(73), 72)).toBeUndefined();
    expect(nextStep({ ...closed, resultNo: 1 }, at(80), 72)).toEqual({ step: 'settle' });
    expect(nextStep({ ...closed, resultNo: 1, settledNo: 1 }, at(80), 72)).toBeUndefined();
    expect(nextStep({ ...closed, resultNo: 2, settledNo: 1 }, at(80), 72)).toEqual({ step: 'settle' });
  });

  it('closes an abandoned match before its kickoff', () => {
    expect(nextStep({ ...fixture, resultNo: 1 }, at(-5), 72)).toEqual({ step: 'close' });
  });

  it('goes on behind a step that failed for a bet', () => {
    const late = { ...fixture, resultNo: 1 };
    expect(nextStep(late, at(1), 72, new Set(['close']))).toEqual({ step: 'settle' });
    expect(nextStep(late, at(1), 72, new Set(['close', 'settle']))).toBeUndefined();
  });
});
