import type { HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { judgeCoins } from './judge-coins.ts';

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
});
const user = (username: string, available: number, held = 0) => ({ username, available, held, bonus: 0 });

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

describe('coins of a realm', () => {
  it('are conserved', () => {
    expect(judgeCoins(100, users, auctions, history)).toEqual({ unbalanced: 0, violations: [] });
  });

  it('are counted if some are missing or added', () => {
    const rich = [users[0] ?? user('', 0), user('bola', 101)];
    expect(judgeCoins(100, rich, auctions, history).unbalanced).toBe(3);
    const poor = [users[0] ?? user('', 0), user('bola', 90)];
    expect(judgeCoins(100, poor, auctions, history).unbalanced).toBe(-8);
  });

  it('must be held in the amount of the leading bids', () => {
    const freed = [user('ada', 88, 0), user('bola', 98)];
    expect(judgeCoins(100, freed, auctions, history).violations).toEqual([
      '0 coins are held, leading bids add up to 5',
    ]);
  });

  it('may be missing for entries whose reply was lost, up to the sum of their fees', () => {
    const unsure = [...history, ...entry('bola', 2, 'unknown')];
    const paid = [users[0] ?? user('', 0), user('bola', 96)];
    expect(judgeCoins(100, paid, auctions, unsure).unbalanced).toBe(0);
    expect(judgeCoins(100, users, auctions, unsure).unbalanced).toBe(0);
    expect(judgeCoins(100, paid, auctions, history).unbalanced).toBe(-2);
  });
});
