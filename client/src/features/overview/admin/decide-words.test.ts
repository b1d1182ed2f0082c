import { expect, it } from 'vitest';
import { inWords } from '../../../console/capitalized.ts';
import { decideWords } from './decide-words.ts';

const payment = {
  queue: 'payments',
  waiting: 3,
  overdue: 0,
  by_status: [],
  oldest_at: '2026-11-21T19:00:00.000Z',
  oldest: { id: '7', name: 'Adaeze Okonkwo', item: null, coins: 5_000, naira: 500_000 },
};

it('O1 the oldest item is named, with the number of the others', () => {
  expect(decideWords(payment)).toEqual({
    title: 'Adaeze Okonkwo paid for 5,000 coins',
    detail: '₦500,000 · 2 more',
  });
  expect(decideWords({ ...payment, oldest: { ...payment.oldest, name: '900 יש' } }).title).toBe(
    '\u2068900 יש\u2069 paid for 5,000 coins',
  );
  const order = { ...payment, queue: 'orders', oldest: { ...payment.oldest, item: 'iPhone 15' } };
  expect(decideWords(order)).toEqual({
    title: '3 orders wait to be sent',
    detail: 'Oldest: iPhone 15 for Adaeze Okonkwo',
  });
  expect(decideWords({ ...payment, queue: 'affiliates', oldest: null }).detail).toBe('3 waiting');
  expect(inWords('heist-orders')).toBe('Heist orders');
});
