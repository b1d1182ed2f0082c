import { afterEach, expect, it, vi } from 'vitest';
import { listStored } from '../lib/stored.ts';
import { dataProvider, listQuery, totalOf } from './data-provider.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('O3 requests a page with its order and filters, and reads its total', () => {
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
  expect(totalOf('users 0-24/319', 25)).toBe(319);
  expect(totalOf('users */0', 25)).toBe(0);
  expect(totalOf(null, 25)).toBe(25);
});

it('P6 creates and edits a subject with a key that is stored before it is sent, and other records without one', async () => {
  const sent: [call: string, key: string | null, stored: number][] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    sent.push([
      `${method} ${url}`,
      new Headers(headers).get('idempotency-key'),
      listStored('intent:').length,
    ]);
    return Response.json({ id: 7 });
  });
  await dataProvider.create('heists', { data: { prize: 50 } });
  await dataProvider.update('heists', { id: 7, data: { prize: 60 }, previousData: { id: 7 } });
  await dataProvider.create('teams', { data: { name: 'Eagles' } });
  expect(sent).toEqual([
    ['POST /api/admin/heists', expect.any(String), 1],
    ['PUT /api/admin/heists/7', expect.any(String), 1],
    ['POST /api/admin/teams', null, 0],
  ]);
  expect(sent[0]?.[1]).not.toBe(sent[1]?.[1]);
});
