import { expect, it } from 'vitest';
import { nextOrder } from './room-order.ts';

const first = nextOrder(undefined, ['a', 'b', 'c'], 0, false);

it('reorders rows at most every five seconds, never under the pointer; removes closed rooms at once, and adds new ones at the end', () => {
  expect(nextOrder(first, ['c', 'b', 'a'], 4_999, false)).toBe(first);
  expect(nextOrder(first, ['c', 'b', 'a'], 5_000, false).names).toEqual(['c', 'b', 'a']);
  expect(nextOrder(first, ['c', 'b', 'a'], 60_000, true)).toBe(first);
  expect(nextOrder(first, ['d', 'c', 'b'], 60_000, true).names).toEqual(['a', 'b', 'c', 'd']);
  expect(nextOrder(first, ['d', 'c', 'a'], 1_000, false).names).toEqual(['a', 'c', 'd']);
});
