import { expect, it } from 'vitest';
import { nextOrder } from './room-order.ts';

const first = nextOrder(undefined, ['a', 'b', 'c'], 0, false);

it('rows change places at most every five seconds', () => {
  expect(nextOrder(first, ['c', 'b', 'a'], 4_999, false)).toBe(first);
  expect(nextOrder(first, ['c', 'b', 'a'], 5_000, false).names).toEqual(['c', 'b', 'a']);
});

it('rows never move under the pointer, whoever comes and goes', () => {
  expect(nextOrder(first, ['c', 'b', 'a'], 60_000, true)).toBe(first);
  expect(nextOrder(first, ['d', 'c', 'b'], 60_000, true).names).toEqual(['a', 'b', 'c', 'd']);
});

it('who is gone goes at once, and who is new comes last', () => {
  expect(nextOrder(first, ['d', 'c', 'a'], 1_000, false).names).toEqual(['a', 'c', 'd']);
});
