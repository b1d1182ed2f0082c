import { expect, it } from 'vitest';
import { compareOrder, isNewer } from './room-order.ts';

it('R5 orders states by their epoch, then by their version, and accepts only a newer one', () => {
  const states = [
    { epoch: 2, version: 1 },
    { epoch: 1, version: 9 },
    { epoch: 1, version: 2 },
  ];
  expect([...states].reverse().sort((a, b) => compareOrder(b, a))).toEqual(states);
  const known = { epoch: 1, version: 5 };
  expect(isNewer(known, undefined)).toBe(true);
  expect(isNewer({ epoch: 1, version: 6 }, known)).toBe(true);
  expect(isNewer({ epoch: 2, version: 0 }, known)).toBe(true);
  expect(isNewer({ epoch: 1, version: 5 }, known)).toBe(false);
  expect(isNewer({ epoch: 0, version: 9 }, known)).toBe(false);
});
