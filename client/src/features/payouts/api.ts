import type { Bank, Payout, PayoutBody, PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestAll, requestPage } from '../../lib/list-page.ts';

/** Rows of a page of the history. */
export const pageSize = 30;

export const readTerms = (signal?: AbortSignal) => request<PayoutTerms>('/user/payout-terms', { signal });
export const listBanks = (signal?: AbortSignal) => requestAll<Bank>('/user/banks', signal);
export const listPayouts = (before: string | undefined, limit: number, signal: AbortSignal) =>
  requestPage<Payout>('/tap/payout-history', { limit: String(limit), before }, signal);

/** The PIN is sent but not stored with the intent (P6). */
export const requestPayout = (body: Omit<PayoutBody, 'pin'>, pin: string) =>
  postIntent<PayoutReply>('payout', '/tradeConfirm/payout', body, { secret: { pin } });
