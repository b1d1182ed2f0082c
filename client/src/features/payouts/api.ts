import type { PayoutBody } from '@copup/shared/payouts.ts';
import { call, callAll, callOnce, callPage } from '../../lib/calls.ts';

/** Rows of a page of the history. */
export const pageSize = 30;

export const readTerms = (signal?: AbortSignal) => call('GET /user/payout-terms', { signal });
export const listBanks = (signal?: AbortSignal) => callAll('GET /user/banks', signal);
export const listPayouts = (before: string | undefined, limit: number, signal: AbortSignal) =>
  callPage('GET /tap/payout-history', { query: { limit: String(limit), before }, signal });

/** The PIN is sent but not stored with the intent (P6). */
export const requestPayout = (body: Omit<PayoutBody, 'pin'>, pin: string) =>
  callOnce('payout', 'POST /tradeConfirm/payout', { body, secret: { pin } });
