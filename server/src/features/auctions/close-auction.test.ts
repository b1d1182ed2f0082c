import { describe, expect, it } from 'vitest';
import { isSold } from './close-auction.ts';

describe('A8 who wins', () => {
  const bid = {
    leaderId: 'someone',
    currentBidAmount: 5,
    reservePoints: 0,
    minimumEntries: 0,
    boughtAt: null,
  };
  const bought = { ...bid, boughtAt: new Date() };

  it.each([
    ['a bid and no conditions', bid, 1, true],
    ['no bid', { ...bid, leaderId: null, currentBidAmount: 0 }, 3, false],
    ['the reserve met', { ...bid, reservePoints: 5 }, 1, true],
    ['below the reserve', { ...bid, reservePoints: 6 }, 1, false],
    ['enough entries', { ...bid, minimumEntries: 2 }, 2, true],
    ['too few entries', { ...bid, minimumEntries: 3 }, 2, false],
    ['A13 an item that was bought, whatever the entries', { ...bought, minimumEntries: 3 }, 1, true],
  ])('%s', (_what, auction, entries, sold) => {
    expect(isSold(auction, entries)).toBe(sold);
  });
});
