import { expect, it } from 'vitest';
import { listQuery, totalOf } from './data-provider.ts';

it('O3 requests a page with its order and filters', () => {
  const query = listQuery({
    pagination: { page: 3, perPage: 50 },
    sort: { field: 'end_date', order: 'ASC' },
    filter: { q: 'rice & beans', status: '', realm: '0', role: null, category: undefined },
  });
  expect(Object.fromEntries(query)).toEqual({
    q: 'rice & beans',
    realm: '0',
    page: '3',
    perPage: '50',
    sort: 'end_date',
    order: 'ASC',
  });
});

it('O3 reads the total of a list', () => {
  expect(totalOf('users 0-24/319', 25)).toBe(319);
  expect(totalOf('users */0', 25)).toBe(0);
  expect(totalOf(null, 25)).toBe(25);
});
