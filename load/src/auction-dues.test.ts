import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { addAuctions } from './auction-dues.ts';
import { Dues } from './dues.ts';

const entry = (userId: string, auctionId: number, type: 'ok' | 'unknown' | 'fail'): HistoryEvent[] => {
  const intent = {
    process: userId,
    command: 'pay-entry' as const,
    key: `${userId}${auctionId}`,
    args: { auctionId, userId },
  };
  return [
    { ...intent, type: 'invoke', atMs: 0 },
    { ...intent, type, atMs: 1 },
  ];
};
const auction = (id: number, status: 'active' | 'completed' | 'unsold', price: number) => ({
  id,
  status,
  entry_bid_points: 2,
  current_bid_amount: price,
  highest_bidder: price === 0 ? null : 'ada',
});
const user = (id: string, available: number, held = 0) => ({ id, username: id, available, held, bonus: 0 });

// Two players with 100 each. Both entered auction 1, which ada leads at 5; ada entered 2 and won it at 8; 3 refunded its
// fees.
const users = [user('ada', 100 - 2 - 2 - 8 - 5, 5), user('bola', 98)];
const auctions = [auction(1, 'active', 5), auction(2, 'completed', 8), auction(3, 'unsold', 0)];
const history = [
  ...entry('ada', 1, 'ok'),
  ...entry('bola', 1, 'ok'),
  ...entry('ada', 2, 'ok'),
  ...entry('bola', 3, 'ok'),
];

function judge(balances: typeof users, events: readonly HistoryEvent[] = history) {
  const dues = new Dues(100);
  addAuctions(dues, auctions, balances, events);
  return dues.judge(balances);
}
const [ada] = users as [ReturnType<typeof user>];

describe('coins of players of auctions', () => {
  it('are what the receipts give', () => {
    expect(judge(users)).toEqual({ unbalanced: 0, violations: [] });
  });

  it('are counted if some are missing or added', () => {
    expect(judge([ada, user('bola', 101)])).toEqual({
      unbalanced: 3,
      violations: ['bola has 101 coins, the receipts give 98'],
    });
    expect(judge([ada, user('bola', 90)]).unbalanced).toBe(-8);
  });

  it('must be held in the amount of the leading bids', () => {
    expect(judge([user('ada', 88), user('bola', 98)]).violations).toEqual([
      'ada has 0 coins held, leading bids and pending payouts add up to 5',
    ]);
  });

  it('may be missing for entries whose reply was lost, up to the sum of their fees', () => {
    const unsure = [...history, ...entry('bola', 2, 'unknown')];
    const paid = [ada, user('bola', 96)];
    expect(judge(paid, unsure).unbalanced).toBe(0);
    expect(judge(users, unsure).unbalanced).toBe(0);
    expect(judge(paid, history).unbalanced).toBe(-2);
  });

  it('are never negative', () => {
    expect(judge([ada, { ...user('bola', 99), bonus: -1 }]).violations).toEqual([
      'bola has a negative balance',
    ]);
  });
});
