import { describe, expect, it } from 'vitest';
import { isDueToClose, isDueToStart, isSold } from './auction-rules.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

describe('A1, A5 times', () => {
  const auction = { status: 'active', startsAt: at(10), endDate: at(20) } as const;

  it('an auction is over at its end, not after it', () => {
    expect(isDueToClose(auction, new Date(at(20).getTime() - 1))).toBe(false);
    expect(isDueToClose(auction, at(20))).toBe(true);
  });

  it.each(['completed', 'unsold', 'cancelling', 'cancelled'] as const)('%s never closes again', (status) => {
    expect(isDueToClose({ ...auction, status }, at(30))).toBe(false);
  });

  it('a pending one starts at its start, unless its end has passed', () => {
    const pending = { ...auction, status: 'pending' } as const;
    expect(isDueToStart(pending, at(9))).toBe(false);
    expect(isDueToStart(pending, at(10))).toBe(true);
    expect(isDueToStart(pending, at(20))).toBe(false);
    expect(isDueToClose(pending, at(20))).toBe(true);
    expect(isDueToStart(auction, at(15))).toBe(false);
  });
});

describe('A8 who wins', () => {
  const bid = { leaderId: 'someone', currentBidAmount: 5, reservePoints: 0, minimumEntries: 0 };

  it.each([
    ['a bid and nothing asked', bid, 1, true],
    ['no bid', { ...bid, leaderId: null, currentBidAmount: 0 }, 3, false],
    ['the reserve met', { ...bid, reservePoints: 5 }, 1, true],
    ['below the reserve', { ...bid, reservePoints: 6 }, 1, false],
    ['entries enough', { ...bid, minimumEntries: 2 }, 2, true],
    ['too few entries', { ...bid, minimumEntries: 3 }, 2, false],
  ])('%s', (_what, auction, entries, sold) => {
    expect(isSold(auction, entries)).toBe(sold);
  });
});
