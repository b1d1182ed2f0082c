import { expect, it } from 'vitest';
import { hashState } from './room-hash.ts';

it('is the same for the same content, in any order of its fields', () => {
  const at = new Date(0);
  const hash = hashState({ price: 12, leader: 'ada', ends: at, recent: [{ a: 1, b: undefined }] });
  expect(hashState({ recent: [{ a: 1 }], leader: 'ada', ends: at.toISOString(), price: 12 })).toBe(hash);
  expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
});

it('differs for another value, a missing field, and another order of a list', () => {
  const hash = hashState({ price: 12, list: [1, 2] });
  for (const other of [
    { price: 13, list: [1, 2] },
    { price: 12 },
    { price: 12, list: [2, 1] },
    null,
    undefined,
  ])
    expect(hashState(other)).not.toBe(hash);
});
