import type {
  NotificationPreferences,
  NotificationPreferencesBody,
  NotificationsReply,
} from '@copup/shared/users.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';
import { call } from '../../lib/calls.ts';

export type NoticeFilter = 'all' | 'unread';

export function listNotifications(filter: NoticeFilter, before: string | null, signal?: AbortSignal) {
  const query = `limit=20${filter === 'unread' ? '&unread=true' : ''}${before ? `&before=${before}` : ''}`;
  return request<NotificationsReply>(`/user/notifications?${query}`, { signal });
}
export const markNotificationsRead = () => request<Message>('/user/notifications/read', { method: 'POST' });
export const markNotificationRead = (id: string) =>
  request<Message>(`/user/notifications/${id}/read`, { method: 'POST' });

export const readPreferences = (signal?: AbortSignal) =>
  request<NotificationPreferences>('/user/notification-preferences', { signal });
export const writePreferences = (body: NotificationPreferencesBody) =>
  request<NotificationPreferences>('/user/notification-preferences', { method: 'PUT', body });

/** How many rows of each history the wallet's home shows. */
const LAST = 2;
export const listLastPayments = (signal?: AbortSignal) =>
  call('GET /manualPayment/payment-history', { query: { limit: LAST }, signal });
export const listLastPayouts = (signal?: AbortSignal) =>
  call('GET /tap/payout-history', { query: { limit: LAST }, signal });
