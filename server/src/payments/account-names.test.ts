import { expect, it } from 'vitest';
import { isSameName } from './account-names.ts';

it.each([
  ['Adaeze Okonkwo', 'ADAEZE OKONKWO'],
  ['Adaeze Okonkwo', 'Okonkwo  Adaeze'],
  ['Ẹniọlá Ẹkúndayọ̀', 'EKUNDAYO ENIOLA'],
  ['Ṣọlá  Bí', 'bi sola'],
])('W14 %s and %s are one name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
  expect(isSameName(other, one)).toBe(true);
});

it.each([
  ['Adaeze Okonkwo', 'Adaeze Okoro'],
  ['Adaeze Okonkwo', 'Adaeze C Okonkwo'],
  ['Adaeze Okonkwo', 'AdaezeOkonkwo'],
  ['Ada Ada Eze', 'Ada Eze'],
])('W14 %s and %s are different names', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
