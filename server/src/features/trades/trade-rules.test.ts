import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../errors.ts';
import {
  assertAllowed,
  disputeUntil,
  dueAt,
  lowestPriceKobo,
  ratingOf,
  STOCK_WAIT_MS,
} from './trade-rules.ts';

const HOUR_MS = 3_600_000;
const at = new Date('2026-01-01T12:00:00Z');

it('W16 a trader is rated from five decided trades on, with one decimal', () => {
  expect(ratingOf({ approvedTrades: 4, decidedTrades: 4 })).toBeNull();
  expect(ratingOf({ approvedTrades: 4, decidedTrades: 5 })).toBe(4);
  expect(ratingOf({ approvedTrades: 5, decidedTrades: 6 })).toBe(4.2);
});

it('W3 the lowest price of a coin is a share of the payout rate, rounded up', () => {
  expect([lowestPriceKobo(100), lowestPriceKobo(101)]).toEqual([
    lowestPriceKobo(100),
    lowestPriceKobo(100) * 1.01,
  ]);
});

describe('W4 a dispute', () => {
  const decided = { decidedAt: at, disputedAt: null };

  it.each([
    ['rejected', decided, new Date(at.getTime() + 7 * 24 * HOUR_MS)],
    ['expired', decided, new Date(at.getTime() + 7 * 24 * HOUR_MS)],
    ['approved', decided, null],
    ['pending', { decidedAt: null, disputedAt: null }, null],
    ['rejected', { decidedAt: at, disputedAt: at }, null],
  ] as const)('of a trade that is %s', (status, times, until) => {
    expect(disputeUntil({ status, ...times } as Parameters<typeof disputeUntil>[0], 7)).toEqual(until);
  });

  it('is decided within 48 hours, and waits three days for stock', () => {
    expect(dueAt(at)).toEqual(new Date(at.getTime() + 48 * HOUR_MS));
    expect(STOCK_WAIT_MS).toBe(72 * HOUR_MS);
  });
});

it.each([
  [10, 1_000, 100, undefined],
  [50, 5_000, 50, undefined],
  [9, 900, 100, 'TRADE_LIMIT'],
  [51, 5_100, 100, 'TRADE_LIMIT'],
  [50, 5_000, 49, 'TRADE_LIMIT'],
  [10, 999, 100, 'PRICE_DIFFERS'],
  [10, 1_001, 100, 'PRICE_DIFFERS'],
])('W4 P8 a purchase of %i coins for %i kobo with %i in stock', (points, totalKobo, stock, code) => {
  const trader = { priceKobo: 100, minPoints: 10, maxPoints: 50 };
  let refused: string | undefined;
  try {
    assertAllowed({ points, totalKobo }, trader, stock);
  } catch (error) {
    refused = (error as Refusal).code;
  }
  expect(refused).toBe(code);
});
