import { describe, expect, it } from 'vitest';
import type { LiveAuction } from './live-auction.ts';
import { nextOf, outcomeWords, returnedWords, savingOf, unsoldReason } from './result-words.ts';

const stateOf = (facts: Partial<LiveAuction>): LiveAuction => ({
  status: 'completed',
  price: 55,
  leader: 'tunde',
  endDate: 0,
  hardEnd: 0,
  seq: 11,
  ...facts,
});

it('the winner saved the worth without the bid and the entry fee; nothing saved is not mentioned', () => {
  expect(savingOf({ price: 1_450_000, entry_bid_points: 10 }, 55)).toBe(
    'You saved ₦1,443,500, entry fee included.',
  );
  expect(savingOf({ price: 10_000, entry_bid_points: 0 }, 55)).toBe('You saved ₦4,500.');
  expect(savingOf({ price: 5_500, entry_bid_points: 0 }, 55)).toBeNull();
  expect(savingOf({ price: 0, entry_bid_points: 0 }, 55)).toBeNull();
});

describe('the words of an end', () => {
  it.each([
    [{}, 'tunde won Kettle this time.'],
    [{ leader: null, seq: 0 }, 'Kettle ended without a bid.'],
    [{ status: 'unsold' as const }, 'Not sold this time.'],
    [{ status: 'cancelling' as const }, 'This auction was cancelled.'],
  ])('%j', (facts, text) => {
    expect(outcomeWords('Kettle', stateOf(facts))).toBe(text);
  });

  it('say how many bids came in without a sale, never the lowest price', () => {
    expect(unsoldReason({ seq: 0 })).toBe('Nobody bid this time.');
    expect(unsoldReason({ seq: 1 })).toMatch(/^1 bid came in. The price or the number/);
    expect(unsoldReason({ seq: 1_204 })).toMatch(/^1,204 bids came in./);
  });

  it('name the coins that come back', () => {
    const entry = { joined: true, entry_bid_points: 20 };
    const unsold = stateOf({ status: 'unsold' });
    expect(returnedWords(entry, unsold, true)).toEqual([
      'Your entry is back: 20 coins.',
      'Your bid of 55 coins is free again too.',
    ]);
    expect(returnedWords(entry, stateOf({ status: 'cancelling' }), false)).toEqual([
      'Your entry is on its way back: 20 coins.',
    ]);
    expect(returnedWords({ ...entry, entry_bid_points: 0 }, unsold, true)).toEqual([
      'Your bid of 55 coins is free again.',
    ]);
    expect(returnedWords({ ...entry, joined: false }, unsold, false)).toEqual([]);
  });
});

describe('the auction to try next', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const ending = (id: number, inS: number, status: 'active' | 'pending' | 'completed' = 'active') => ({
    id,
    status,
    end_date: new Date(nowMs + inS * 1_000).toISOString(),
  });
  it('is the running one that ends soonest, with half a minute left', () => {
    const auctions = [ending(1, 900), ending(2, 20), ending(3, 60), ending(4, 40), ending(5, 35, 'pending')];
    expect(nextOf(auctions, 4, nowMs)?.id).toBe(3);
    expect(nextOf([ending(1, 60)], 1, nowMs)).toBeUndefined();
  });
});
