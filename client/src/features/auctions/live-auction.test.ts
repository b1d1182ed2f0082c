import { describe, expect, it } from 'vitest';
import { type LiveAuction, laterStatus, newestState, nextPriceOf, phaseOf } from './live-auction.ts';

const read: LiveAuction = {
  status: 'active',
  price: 10,
  leader: 'ada',
  endDate: 5_000,
  hardEnd: 9_000,
  seq: 3,
};
const receipt = {
  current_seq: 5,
  currentBidAmount: 12,
  highestBidder: 'me',
  endDate: '1970-01-01T00:00:06.000Z',
};

it("A9 the newest state is the first read, then the room's, then the own receipt's while the room is behind it, and the end in any case", () => {
  expect(newestState(read, undefined, null)).toBe(read);
  const room = { ...read, price: 11, seq: 4 };
  expect(newestState(read, room, null)).toBe(room);
  const behind = { ...read, seq: 4, profile: '/uploads/x.webp', endDate: 7_000 };
  expect(newestState(read, behind, receipt)).toEqual({
    ...room,
    price: 12,
    leader: 'me',
    profile: undefined,
    seq: 5,
    endDate: 7_000,
  });
  expect(newestState(read, { ...room, seq: 5 }, receipt).leader).toBe('ada');
  const ended: LiveAuction = { ...read, status: 'completed' };
  expect(newestState(read, ended, receipt)).toBe(ended);
});

describe('A1 A5 phases', () => {
  it.each([
    ['active', 4_999, 'live'],
    ['active', 5_000, 'closing'],
    ['pending', 9_999, 'pending'],
    ['completed', 0, 'completed'],
    ['unsold', 0, 'unsold'],
    ['cancelling', 0, 'cancelled'],
    ['cancelling', 5_000, 'closing'],
    ['cancelled', 0, 'cancelled'],
  ] as const)('%s at %i is %s', (status, nowMs, phase) => {
    expect(phaseOf({ status, endDate: 5_000 }, nowMs)).toBe(phase);
  });

  it('A1 a status never goes back; A3 the next bid costs the price and one step', () => {
    expect(laterStatus('pending', 'active')).toBe('active');
    expect(laterStatus('completed', 'active')).toBe('completed');
    expect(laterStatus('active', undefined)).toBe('active');
    expect(nextPriceOf({ price: 0 }, 5)).toBe(5);
    expect(nextPriceOf({ price: 14_820 }, 10)).toBe(14_830);
  });
});
