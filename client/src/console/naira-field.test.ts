import { describe, expect, it } from 'vitest';
import { nairaError, parseNaira, showNaira } from './naira-field.ts';

describe('W16 naira in a form', () => {
  it.each([
    ['92.7', 92.7],
    ['9,900', 9900],
    ['0.05', 0.05],
    ['1.234', undefined],
    ['-5', undefined],
    ['', undefined],
    ['1e5', undefined],
  ])('reads %j as %s', (text, naira) => expect(parseNaira(text)).toBe(naira));

  it('refuses 0 and shows kobo only where there are some', () => {
    expect(nairaError('0')).toBeDefined();
    expect(nairaError('92.70')).toBeUndefined();
    expect(showNaira(96_000)).toBe('₦96,000');
    expect(showNaira(1092.7)).toBe('₦1,092.70');
  });
});
