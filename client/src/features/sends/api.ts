import type { SendDirection, SendReceipt, SendTerms, Transaction, WalletOwner } from '@copup/shared/sends.ts';
import type { Profile } from '@copup/shared/users.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

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

export interface TransactionPage {
  items: Transaction[];
  next: string | null;
}

export async function listTransactions(
  { q, direction }: TransactionFilter,
  before: string | undefined,
  signal: AbortSignal,
): Promise<TransactionPage> {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(direction && { direction }),
    ...(before && { before }),
  });
  const path = query.size > 0 ? `/user/transactions?${query}` : '/user/transactions';
  const { reply, headers } = await requestWithHeaders<Transaction[]>(path, { signal });
  return { items: reply, next: headers.get('x-next-cursor') };
}

const statementTimeoutMs = 120_000;
/** Both days are included. */
export const readStatement = (from: string, to: string) =>
  request<string>(`/user/statement?${new URLSearchParams({ from, to })}`, {
    isText: true,
    timeoutMs: statementTimeoutMs,
  });
