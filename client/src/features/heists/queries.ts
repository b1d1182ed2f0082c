import { listQuery } from '../../lib/list-page.ts';
import { readQuery } from '../../lib/read-query.ts';
import { getHeist, getResult, type ListName, listCompleted, listHeists } from './api.ts';

/** The lists of `/heist`. */
export const openLists = ['started', 'available', 'on_hold'] as const satisfies ListName[];

export const heistsQuery = (list: ListName) =>
  listQuery(['heists', list], (before, signal) => listHeists(list, before, signal));

export const heistQuery = (id: number) => readQuery(['heist', id], (signal) => getHeist(id, signal));

export const resultQuery = (id: number) => readQuery(['heist-result', id], (signal) => getResult(id, signal));

export const completedQuery = () => listQuery(['heists-completed'], listCompleted, { staleTime: 0 });
