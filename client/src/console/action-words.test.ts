import { expect, it } from 'vitest';
import { actionChoices, actionWords } from './action-words.ts';

it.each([
  ['payment.approve', 'Approved a payment'],
  ['payout.return', 'Returned a payout'],
  ['trade.reject', 'Rejected a trade'],
  ['payment.approve.request', 'Requested: approved a payment'],
  ['payment.approve.approve', 'Approved as second operator: approved a payment'],
  ['payout.return.reject', 'Rejected as second operator: returned a payout'],
  ['heist.image', 'Changed the picture of a heist'],
  ['kite.fly', 'kite.fly'],
])('S8 shows the action %s as “%s”', (action, words) => expect(actionWords(action)).toBe(words));

it('S8 names actions by one pattern: area.verb or area.verb-object', () => {
  expect(
    actionChoices.map(([action]) => action).filter((action) => !/^[a-z-]+\.[a-z-]+$/.test(action)),
  ).toEqual([]);
  expect(actionChoices.length).toBeGreaterThan(100);
});
