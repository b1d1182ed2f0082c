import { expect, it } from 'vitest';
import { filterOf } from './transfer-filter-names.ts';

it.each([
  ['', '0'],
  ['kind=send', '0'],
  ['realm=12', '12'],
  ['subject_kind=auction&subject_id=1004', ''],
  ['subject_kind=auction&subject_id=1004&realm=0', '0'],
])('O5 shows for the address ?%s the realm “%s”', (search, realm) =>
  expect(filterOf(new URLSearchParams(search), 'realm')).toBe(realm),
);
