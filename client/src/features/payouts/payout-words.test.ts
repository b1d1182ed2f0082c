import type { Payout, PayoutTerms } from '@copup/shared/payouts.ts';
import { describe, expect, it } from 'vitest';
import { blockText, laterText, nothingText, returnedText, waitingParts } from './payout-words.ts';

const now = new Date(2026, 2, 1, 12);
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
const terms: PayoutTerms = {
  ...{ cashable: 0, rate: 90, minimum: 10, maximum: 50_000, waits_until: null, reason: null, owed: 0 },
  ...{ available: 0, held: 0, bonus: 0, young: [], bought_hours: 72, holds: [] },
};
const of = (change: Partial<PayoutTerms>) => ({ ...terms, ...change });

describe('W3 what cannot be paid out', () => {
  it('names each part with its reason and time', () => {
    const parts = waitingParts(
      of({
        young: [
          { bid_points: 300, until: at(2) },
          { bid_points: 200, until: at(5) },
        ],
        bonus: 50,
        holds: [
          { kind: 'auction', count: 1, bid_points: 960, name: 'Smart TV' },
          { kind: 'payout', count: 1, bid_points: 20, name: null },
        ],
      }),
      now.getTime(),
    );
    expect(parts.map(({ name, why, coins }) => [name, why, coins])).toEqual([
      ['New coins', 'payout from 2:00 pm, all of it from 5:00 pm', 500],
      ['Held for 1 bid', 'Smart TV', 960],
      ['Held for a payout', 'until it is decided', 20],
      ['Bonus', 'for entry fees and tickets', 50],
    ]);
    const many = of({ holds: [{ kind: 'auction', count: 3, bid_points: 9, name: null }] });
    expect(waitingParts(many, now.getTime())[0]).toMatchObject({ name: 'Held for 3 bids' });
    expect(waitingParts(terms, now.getTime())).toEqual([]);
  });

  it('X17 says how many coins now and how many from when', () => {
    const [first, second] = [
      { bid_points: 1_300, until: at(2) },
      { bid_points: 200, until: at(100) },
    ];
    expect(laterText(terms, now.getTime())).toBeUndefined();
    expect(laterText(of({ cashable: 6_470, young: [first] }), now.getTime())).toBe(
      '6,470 now, 1,300 from 2:00 pm',
    );
    expect(laterText(of({ young: [first, second] }), now.getTime())).toBe(
      '0 now, 1,300 from 2:00 pm, 200 from Thursday 4:00 pm',
    );
    const many = [first, second, { ...second, until: at(120) }, { ...second, until: at(130) }];
    expect(laterText(of({ young: many }), now.getTime())).toBe(
      '0 now, 1,300 from 2:00 pm, 200 from Thursday 4:00 pm, the other 400 by Friday 10:00 pm',
    );
  });

  it('says from when a payout is possible', () => {
    const bought = of({ young: [{ bid_points: 5_000, until: at(3) }] });
    expect(nothingText(bought, now.getTime())).toBe(
      'Bought coins wait 72 hours, also after they were sent or won. From 3:00 pm, you can cash out all 5,000, that is ₦450,000.',
    );
    expect(nothingText(terms, now.getTime())).toBe('A payout is at least 10 coins.');
    expect(blockText(of({ reason: 'WAITING_PERIOD', waits_until: at(4) }), now.getTime())).toContain(
      '4:00 pm',
    );
    expect(blockText(of({ reason: 'OWES_COINS', owed: 1_200 }), now.getTime())).toContain('1,200 coins');
    expect(blockText(of({ reason: 'PIN_NOT_SET' }), now.getTime())).toBeUndefined();
  });

  it('says where the coins of a rejected or returned payout are', () => {
    const payout = { status: 'returned', reason: 'account closed', bid_points: 400 } as Payout;
    expect(returnedText(payout)).toBe('The bank sent it back: account closed. 400 coins are in your wallet.');
    expect(returnedText({ ...payout, status: 'rejected', reason: 'Not your name.' })).toBe(
      'Not your name. 400 coins are in your wallet.',
    );
    expect(returnedText({ ...payout, status: 'paid', reason: null })).toBeUndefined();
  });
});
