import type { NotificationsReply } from '@copup/shared/users.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';

export const listNotifications = (before: string | null, signal?: AbortSignal) =>
  request<NotificationsReply>(`/user/notifications?limit=20${before ? `&before=${before}` : ''}`, { signal });
export const markNotificationsRead = () => request<Message>('/user/notifications/read', { method: 'POST' });
