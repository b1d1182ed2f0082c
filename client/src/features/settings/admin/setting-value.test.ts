import { expect, it } from 'vitest';
import { readSetting, settingError, settingText } from './setting-value.ts';

it.each([
  [10_000, '250', 250],
  [true, 'false', false],
  ['a', ' kept as it is', ' kept as it is'],
  [[1, 2], '[3]', [3]],
])('for the default %j, parses %j as %j', (like, text, value) => {
  expect(settingError(text, like)).toBeUndefined();
  expect(readSetting(text, like)).toEqual(value);
});

it('returns an error for invalid input; shows values in inputs as they are', () => {
  expect(settingError('12.5', 10)).toBe('Enter a whole number.');
  expect(settingError('', 10)).toBe('Enter a whole number.');
  expect(settingError('{', [])).toBe('Enter valid JSON.');
  expect([settingText(10_000), settingText('a'), settingText([1])]).toEqual(['10000', 'a', '[1]']);
});
