import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from './restrictions.ts';

const none: Restrictions = {
  break: undefined,
  dayLimit: null,
  weekLimit: null,
  spentToday: 0,
  spentThisWeek: 0,
  held: 0,
  dayEnds: new Date('2026-11-23T23:00:00Z'),
  weekEnds: new Date('2026-11-29T23:00:00Z'),
};
const limited = (over: Partial<Restrictions>): Restrictions => ({ ...none, ...over });

describe('G1 a limit', () => {
  it('refuses what exceeds it, with what is left and the end in Lagos; the week’s comes first, and a free play is never refused', () => {
    const day = limited({ dayLimit: 1_200, spentToday: 1_000, held: 150 });
    expect(refuseAboveLimit(day, 50)).toBeUndefined();
    expect(refuseAboveLimit(day, 51)).toMatchObject({
      code: 'LIMIT_REACHED',
      message:
        'Your limit is 1,200 coins a day, and 50 of them are left. You can spend more from Tuesday, 24 November 2026 at 00:00.',
      details: { period: 'day', limit: 1_200, left: 50, until: '2026-11-23T23:00:00.000Z' },
    });
    const lowered = limited({ weekLimit: 10, spentThisWeek: 40 });
    expect(refuseAboveLimit(lowered, 1)?.details).toMatchObject({ period: 'week', left: 0 });
    expect(refuseAboveLimit(lowered, 1)?.message).toContain('nothing is left');
    const both = limited({ dayLimit: 5, weekLimit: 5 });
    expect(refuseAboveLimit(both, 6)?.details).toMatchObject({ period: 'week' });
    expect(refuseAboveLimit(limited({ dayLimit: 5, spentToday: 9 }), 0)).toBeUndefined();
  });

  it('is never exceeded by what is accepted', () => {
    const coins = fc.integer({ min: 0, max: 1_000 });
    const limit = fc.option(fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(
        limit,
        limit,
        coins,
        coins,
        coins,
        coins,
        (dayLimit, weekLimit, spent, before, held, amount) => {
          const given = limited({
            dayLimit,
            weekLimit,
            spentToday: spent,
            spentThisWeek: spent + before,
            held,
          });
          const isWithin =
            (dayLimit === null || spent + held + amount <= dayLimit) &&
            (weekLimit === null || spent + before + held + amount <= weekLimit);
          expect(refuseAboveLimit(given, amount) === undefined).toBe(isWithin || amount === 0);
        },
      ),
    );
  });
});

it('G2 a break refuses with its end', () => {
  const until = new Date('2026-11-30T13:16:00Z');
  expect(refuseInBreak(limited({ break: { kind: 'time_out', until } }))).toMatchObject({
    code: 'TAKING_A_BREAK',
    message: 'Your time-out lasts until Monday, 30 November 2026 at 14:16. You can play again then.',
    details: { kind: 'time_out', until: until.toISOString() },
  });
  expect(refuseInBreak(limited({ break: { kind: 'self_exclusion', until: 'forGood' } }))).toMatchObject({
    code: 'TAKING_A_BREAK',
    details: { kind: 'self_exclusion', until: null },
  });
  expect(refuseInBreak(none)).toBeUndefined();
  expect(refuseInBreak(undefined)).toBeUndefined();
});
