import type { NotificationPreferencesBody } from '@copup/shared/users.ts';
import { call } from '../../lib/calls.ts';

export type NoticeFilter = 'all' | 'needs' | 'unread';

export const listNotifications = (filter: NoticeFilter, before: string | null, signal?: AbortSignal) =>
  call('GET /user/notifications', {
    query: { limit: 20, before: before ?? undefined, ...(filter !== 'all' && { [filter]: 'true' }) },
    signal,
  });
export const markNotificationsRead = () => call('POST /user/notifications/read');
export const markNotificationRead = (id: string) =>
  call('POST /user/notifications/:id/read', { params: { id } });

export const readPreferences = (signal?: AbortSignal) =>
  call('GET /user/notification-preferences', { signal });
export const writePreferences = (body: NotificationPreferencesBody) =>
  call('PUT /user/notification-preferences', { body });
