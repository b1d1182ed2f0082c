import type { SendDirection, SendReceipt, SendTerms, Transaction, WalletOwner } from '@copup/shared/sends.ts';
import type { Profile } from '@copup/shared/users.ts';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';
import { requestPage } from '../../lib/list-page.ts';

export const readProfile = (signal: AbortSignal) => request<Profile>('/user/profile', { signal });
export const readTerms = (signal: AbortSignal) => request<SendTerms>('/user/send-terms', { signal });
export const findOwner = (address: string, signal: AbortSignal) =>
  request<WalletOwner>(`/user/wallet/${encodeURIComponent(address)}`, { signal });

/** The PIN is sent and never stored. */
export const sendCoins = (recipientWallet: string, amount: number, pin: string) =>
  postIntent<SendReceipt>('send', '/user/send-bid-points', { recipientWallet, amount }, { secret: { pin } });

export interface TransactionFilter {
  q: string;
  direction: SendDirection | undefined;
}

export const listTransactions = (
  { q, direction }: TransactionFilter,
  before: string | undefined,
  signal: AbortSignal,
) => requestPage<Transaction>('/user/transactions', { q, direction, before }, signal);

const statementTimeoutMs = 120_000;
/** Both days are included. */
export const readStatement = (from: string, to: string) =>
  request<string>(`/user/statement?${new URLSearchParams({ from, to })}`, {
    isText: true,
    timeoutMs: statementTimeoutMs,
  });
