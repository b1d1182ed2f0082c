import { call, type Route } from '../../lib/calls.ts';
import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';

const lists = {
  available: 'GET /hurt/heists/available',
  started: 'GET /hurt/heists-started',
  on_hold: 'GET /hurt/heists-on-hold',
  waiting: 'GET /hurt/heists-waiting',
} as const satisfies Record<string, Route>;
export type ListName = keyof typeof lists;

/** The lists of `/heist`. */
export const openLists = ['started', 'available', 'on_hold'] as const satisfies ListName[];

export const heistsQuery = (list: ListName) => listQuery(['heists', list], lists[list]);

export const heistQuery = (id: number) =>
  readQuery(['heist', id], (signal) => call('GET /hurt/heist/:id', { params: { id }, signal }));

export const resultQuery = (id: number) =>
  readQuery(['heist-result', id], (signal) => call('GET /hurt/heist/winner/:id', { params: { id }, signal }));

export const completedQuery = () =>
  listQuery(['heists-completed'], 'GET /hurt/heists/completed', { staleTime: 0 });
