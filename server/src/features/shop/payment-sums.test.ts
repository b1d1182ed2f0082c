import { expect, it } from 'vitest';
import { arrivedKobo, backKobo, nextReturn } from './payment-sums.ts';

const arrival = (id: number, amountKobo: number) => ({ id, amountKobo, returns: null });
const sent = (id: number, returns: number, amountKobo: number) => ({ id, amountKobo: -amountKobo, returns });
const priceKobo = 990;

it.each([
  ['returning', [arrival(1, 900)], 900, [1, 900]],
  ['returning', [arrival(1, 900), arrival(2, 50)], 950, [2, 50]],
  ['returning', [arrival(1, 900), arrival(2, 50), sent(3, 2, 50)], 900, [1, 900]],
  ['returned', [arrival(1, 900), sent(2, 1, 900)], 0, undefined],
  ['overpaid', [arrival(1, 1_200)], 210, [1, 210]],
  // The last that came in goes back first, and of it no more than the extra.
  ['overpaid', [arrival(1, 900), arrival(2, 500)], 410, [2, 410]],
  ['overpaid', [arrival(1, 1_500), arrival(2, 100)], 610, [2, 100]],
  ['overpaid', [arrival(1, 1_500), arrival(2, 100), sent(3, 2, 100)], 510, [1, 510]],
  ['approved', [arrival(1, 990)], 0, undefined],
  ['pending', [], 0, undefined],
])('W2a of a payment that is %s with %j, %i goes back: %j next', (status, transfers, back, next) => {
  const payment = { status, priceKobo, transfers };
  expect(backKobo(payment)).toBe(back);
  const found = nextReturn(payment);
  expect(found && [found.of.id, found.amountKobo]).toEqual(next);
  expect(arrivedKobo(payment)).toBeGreaterThanOrEqual(back);
});
