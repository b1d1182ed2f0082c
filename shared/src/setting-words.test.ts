import { expect, it } from 'vitest';
import { settingChange, settingEffect, settingValue, type WeakerIf, weakens } from './setting-words.ts';

const fee = {
  unit: 'coins',
  effect: 'The first bid of a new auction must be at least {}',
  effect_off: 'A first bid may be of any size',
};
const plain = { unit: '', effect: 'Coins are paid to {}', effect_off: null };

it.each([
  [20, 'coins', '20 coins'],
  [1, 'coins', '1 coin'],
  [1, 'task coins', '1 task coin'],
  [1, 'updates a second', '1 update a second'],
  [1_250, 'seconds', '1,250 seconds'],
  [22, 'o’clock', '22 o’clock'],
  [5, '%', '5%'],
  [true, '', 'on'],
  [false, '', 'off'],
  ['', '', 'none'],
  ['GTBank', '', '“GTBank”'],
])('O1 shows the value %j in %j as %j', (value, unit, text) => {
  expect(settingValue(value, unit)).toBe(text);
});

it('O1 states the effect of a change with the value before', () => {
  expect(settingChange(fee, 10, 20)).toBe('The first bid of a new auction must be at least 20 coins, was 10');
  expect(settingChange(fee, 10, 0)).toBe('A first bid may be of any size, was 10');
  expect(settingChange(plain, '', '$& Ltd')).toBe('Coins are paid to “$& Ltd”, was none');
  expect(settingEffect(plain, '')).toBe('Coins are paid to none');
});

it.each<[WeakerIf | null, from: unknown, weaker: unknown, stricter: unknown]>([
  ['raised', 5, 6, 4],
  ['lowered', 5, 4, 6],
  ['changed', 'a', 'b', 'a'],
  ['off', true, false, true],
  ['on', false, true, false],
  ['cheaper', 0, 1_000, 0],
  ['cheaper', 10, 9, 0],
])('O3a a change is weaker if %j: of %j to %j, not to %j', (weakerIf, from, weaker, stricter) => {
  expect([weakens(weakerIf, from, weaker), weakens(weakerIf, from, stricter)]).toEqual([true, false]);
  expect(weakens(null, from, weaker)).toBe(false);
});
