import type { Payout } from '@copup/shared/payouts.ts';
import type { PaymentHistoryItem } from '@copup/shared/shop.ts';
import type { NotificationsReply } from '@copup/shared/users.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';

export const listNotifications = (before: string | null, signal?: AbortSignal) =>
  request<NotificationsReply>(`/user/notifications?limit=20${before ? `&before=${before}` : ''}`, { signal });
export const markNotificationsRead = () => request<Message>('/user/notifications/read', { method: 'POST' });

/** How many rows of each history the wallet's home shows. */
const LAST = 2;
export const listLastPayments = (signal?: AbortSignal) =>
  request<PaymentHistoryItem[]>(`/manualPayment/payment-history?limit=${LAST}`, { signal });
export const listLastPayouts = (signal?: AbortSignal) =>
  request<Payout[]>(`/tap/payout-history?limit=${LAST}`, { signal });
