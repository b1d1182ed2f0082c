import { expect, it } from 'vitest';
import { changedDigits } from './changed-digits.ts';

const rolled = (before: string, after: string) =>
  changedDigits(before, after)
    .map(({ sign, was }) => (was === undefined ? sign : `${was}>${sign}`))
    .join(' ');

it('the rolling digits are those that changed, counted from the right, and no new position', () => {
  expect(rolled('14,820', '14,830')).toBe('1 4 , 8 2>3 0');
  expect(rolled('9,990', '10,000')).toBe('1 9>0 , 9>0 9>0 0');
  expect(rolled('50', '50')).toBe('5 0');
  expect(rolled('5', '15')).toBe('1 5');
});
