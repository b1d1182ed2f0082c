import { describe, expect, it } from 'vitest';
import { changedDigits } from './changed-digits.ts';

const rolled = (before: string, after: string) =>
  changedDigits(before, after)
    .map(({ sign, was }) => (was === undefined ? sign : `${was}>${sign}`))
    .join(' ');

describe('the rolling digits', () => {
  it('are those that changed, counted from the right', () => {
    expect(rolled('14,820', '14,830')).toBe('1 4 , 8 2>3 0');
    expect(rolled('9,990', '10,000')).toBe('1 9>0 , 9>0 9>0 0');
  });

  it('are none without a change', () => {
    expect(rolled('50', '50')).toBe('5 0');
  });

  it('do not include a new position', () => {
    expect(rolled('5', '15')).toBe('1 5');
  });
});
