import { describe, expect, it } from 'vitest';
import { nextMove, type StarterView } from './next-move.ts';

const bidders = ['ann', 'ben', 'cat'];
const minute = 60_000;
const view = (facts: Partial<StarterView> = {}): StarterView => ({
  id: 1001,
  price: 4,
  bidIncrement: 1,
  seq: 4,
  worth: 5_000,
  leaderId: 'guest',
  lastBidAt: 0,
  startsAt: 0,
  endDate: 8 * minute,
  entered: bidders,
  lastEntryAt: 0,
  hasGuest: true,
  ...facts,
});

describe('X11 a demo bidder', () => {
  it('enters one after another', () => {
    expect(nextMove(view({ entered: [], lastEntryAt: null }), bidders, minute)).toEqual({
      kind: 'enter',
      bidderId: 'ann',
    });
    const second = view({ entered: ['ann'], lastEntryAt: minute, lastBidAt: minute });
    expect(nextMove(second, bidders, minute + 1_000)).toBeUndefined();
    expect(nextMove(second, bidders, minute + 4_000)).toEqual({ kind: 'enter', bidderId: 'ben' });
  });

  it('outbids a guest after a pause, and never itself', () => {
    expect(nextMove(view({ lastBidAt: minute }), bidders, minute + 5_000)).toBeUndefined();
    expect(nextMove(view({ lastBidAt: minute }), bidders, minute + 13_000)?.kind).toBe('bid');
    for (const leaderId of bidders) {
      const move = nextMove(view({ leaderId }), bidders, 2 * minute);
      expect(move?.kind).toBe('bid');
      expect(move?.bidderId).not.toBe(leaderId);
    }
    expect(nextMove(view({ entered: ['ann'], leaderId: 'ann' }), ['ann'], 2 * minute)).toBeUndefined();
  });

  it('stops far below the worth, earlier without a guest, and leaves the last seconds to guests', () => {
    expect(nextMove(view({ price: 16 }), bidders, minute)?.kind).toBe('bid');
    expect(nextMove(view({ price: 17 }), bidders, minute)).toBeUndefined();
    expect(nextMove(view({ price: 5, hasGuest: false }), bidders, minute)).toBeUndefined();
    expect(nextMove(view(), bidders, 8 * minute - 20_000)).toBeUndefined();
    expect(nextMove(view({ startsAt: 2 * minute }), bidders, minute)).toBeUndefined();
  });
});
