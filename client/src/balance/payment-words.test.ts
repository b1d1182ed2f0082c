import { expect, it } from 'vitest';
import { paymentWords } from './payment-words.ts';

it.each([
  [0, 10, 2_500, 'You pay 10 bonus coins. If you win, you get bonus coins, which can’t be cashed out.'],
  [
    6,
    4,
    2_500,
    'You pay 4 bonus coins and 6 available coins. If you win, up to 1,500 of 2,500 coins can be cashed out.',
  ],
  [10, 0, 2_500, 'You pay 10 available coins. If you win, up to 2,500 of 2,500 coins can be cashed out.'],
  [
    1,
    1,
    1,
    'You pay 1 bonus coin and 1 available coin. If you win, you get bonus coins, which can’t be cashed out.',
  ],
  [0, 0, 50, 'Entry is free. If you win, you get bonus coins, which can’t be cashed out.'],
  [4, 4, 0, 'You pay 4 bonus coins and 4 available coins.'],
])(
  'X7 before a join of %d available and %d bonus coins for a prize of %d coins',
  (available, bonus, prize, text) => {
    expect(paymentWords({ available, bonus }, prize)).toBe(text);
  },
);
