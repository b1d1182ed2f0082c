import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import { call, callOnce, callPage, type Route } from '../../lib/calls.ts';

export type ListName = 'available' | 'started' | 'on_hold' | 'waiting';

const lists = {
  available: 'GET /hurt/heists/available',
  started: 'GET /hurt/heists-started',
  on_hold: 'GET /hurt/heists-on-hold',
  waiting: 'GET /hurt/heists-waiting',
} as const satisfies Record<ListName, Route>;

export const listHeists = (list: ListName, before: string | undefined, signal: AbortSignal) =>
  callPage(lists[list], { query: { before }, signal });
export const getHeist = (id: number, signal?: AbortSignal) =>
  call('GET /hurt/heist/:id', { params: { id }, signal });
export const getResult = (id: number, signal?: AbortSignal) =>
  call('GET /hurt/heist/winner/:id', { params: { id }, signal });

export const listCompleted = (before: string | undefined, signal: AbortSignal) =>
  callPage('GET /hurt/heists/completed', { query: { before }, signal });

/** H2. */
export const buyTicket = (id: number, payment: PayEntryBody) =>
  callOnce(`ticket:${id}`, 'POST /hurt/heists/pay-entry/:id', { params: { id }, body: payment });
/** H3: a repeated answer with the same key has the reply of the first. */
export const submitAnswer = (id: number, answer: string) =>
  callOnce(`heist-answer:${id}`, 'POST /hurt/submitAnswer/:id', { params: { id }, body: { answer } });
/** H7. */
export const unlock = (code: string) => call('POST /hurt/heists/unlock', { body: { code } });
