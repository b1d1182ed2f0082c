import { expect, it } from 'vitest';
import { subsidyOf } from './subsidy.ts';

const terms = { prize: 2_500, entryFee: 500, minimumUsers: 4 };

it('L7 the subsidy is the part of the prize that the fees of the minimum number of players do not cover', () => {
  expect(subsidyOf(terms)).toBe(500);
  expect(subsidyOf({ ...terms, minimumUsers: 5 })).toBe(0);
  expect(subsidyOf({ ...terms, entryFee: 0 })).toBe(2_500);
});
