import type { Bank, Payout, PayoutBody, PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

/** Rows of a page of the history. */
export const pageSize = 30;

export const readTerms = (signal?: AbortSignal) => request<PayoutTerms>('/user/payout-terms', { signal });
export const listBanks = (signal?: AbortSignal) => request<Bank[]>('/user/banks', { signal });
export const listPayouts = (before: number | undefined, limit: number, signal?: AbortSignal) =>
  request<Payout[]>(`/tap/payout-history?limit=${limit}${before === undefined ? '' : `&before=${before}`}`, {
    signal,
  });

/** The PIN is sent but not stored with the intent (P6). */
export const requestPayout = (body: Omit<PayoutBody, 'pin'>, pin: string) =>
  postIntent<PayoutReply>('payout', '/tradeConfirm/payout', body, { secret: { pin } });
