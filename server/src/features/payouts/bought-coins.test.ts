import { expect, it } from 'vitest';
import { type Credit, unspentBought } from './bought-coins.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const bought = (amount: number, hour: number): Credit => ({ amount, isBought: true, at: at(hour) });
const won = (amount: number, hour: number): Credit => ({ amount, isBought: false, at: at(hour) });

it.each<[string, Credit[], number, number]>([
  ['nothing was bought', [won(50, 1)], 200, 0],
  ['all bought coins are there', [bought(100, 1)], 250, 100],
  ['older coins were spent first', [bought(100, 1)], 100, 100],
  ['bought coins were spent after the older ones', [bought(100, 1)], 30, 30],
  ['coins won later are the newest', [won(50, 2), bought(100, 1)], 50, 0],
  ['a part of the bought coins is left beside those won later', [won(50, 2), bought(100, 1)], 70, 20],
  ['coins won before were spent first', [bought(100, 2), won(50, 1)], 100, 100],
  ['several purchases', [bought(10, 3), won(5, 2), bought(100, 1)], 60, 55],
  ['nothing is owned', [bought(100, 1)], 0, 0],
])('W3 %s', (_, credits, owned, expected) => {
  expect(unspentBought(credits, owned).coins).toBe(expected);
});

it('W3 the oldest unspent purchase ends its wait first, and a spent one has none', () => {
  expect(unspentBought([bought(10, 3), bought(10, 2), bought(10, 1)], 20)).toEqual({
    coins: 20,
    oldestAt: at(2),
    newestAt: at(3),
  });
});
