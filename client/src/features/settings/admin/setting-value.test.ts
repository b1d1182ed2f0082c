import { expect, it } from 'vitest';
import { readSetting, settingError, settingText, showSetting } from './setting-value.ts';

it.each([
  [10_000, '250', 250],
  [true, 'false', false],
  ['a', ' kept as it is', ' kept as it is'],
  [[1, 2], '[3]', [3]],
])('for the default %j, parses %j as %j', (like, text, value) => {
  expect(settingError(text, like)).toBeUndefined();
  expect(readSetting(text, like)).toEqual(value);
});

it('returns an error for invalid input; shows numbers with commas, except in inputs', () => {
  expect(settingError('12.5', 10)).toBe('Enter a whole number.');
  expect(settingError('', 10)).toBe('Enter a whole number.');
  expect(settingError('{', [])).toBe('Enter valid JSON.');
  expect([showSetting(10_000), settingText(10_000), showSetting('a'), showSetting([1])]).toEqual([
    '10,000',
    '10000',
    'a',
    '[1]',
  ]);
});
