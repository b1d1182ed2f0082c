import type { PayEntryBody } from '@copup/shared/entry-payments.ts';
import type {
  BuyTicketReply,
  CompletedHeist,
  Heist,
  HeistResult,
  SubmitAnswerReply,
  UnlockReply,
} from '@copup/shared/heists.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestPage } from '../../lib/list-page.ts';

export type ListName = 'available' | 'started' | 'on_hold' | 'waiting';

const lists: Record<ListName, string> = {
  available: '/hurt/heists/available',
  started: '/hurt/heists-started',
  on_hold: '/hurt/heists-on-hold',
  waiting: '/hurt/heists-waiting',
};

export const listHeists = (list: ListName, before: string | undefined, signal: AbortSignal) =>
  requestPage<Heist>(lists[list], { before }, signal);
export const getHeist = (id: number, signal?: AbortSignal) => request<Heist>(`/hurt/heist/${id}`, { signal });
export const getResult = (id: number, signal?: AbortSignal) =>
  request<HeistResult>(`/hurt/heist/winner/${id}`, { signal });

export const listCompleted = (before: string | undefined, signal: AbortSignal) =>
  requestPage<CompletedHeist>('/hurt/heists/completed', { before }, signal);

/** H2. */
export const buyTicket = (id: number, payment: PayEntryBody) =>
  postIntent<BuyTicketReply>(`ticket:${id}`, `/hurt/heists/pay-entry/${id}`, payment);
/** H3: a repeated answer with the same key has the reply of the first. */
export const submitAnswer = (id: number, answer: string) =>
  postIntent<SubmitAnswerReply>(`heist-answer:${id}`, `/hurt/submitAnswer/${id}`, { answer });
/** H7. */
export const unlock = (code: string) =>
  request<UnlockReply>('/hurt/heists/unlock', { method: 'POST', body: { code } });
