import type { NotifyMeBody } from '@copup/shared/content.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';

export const notifyMe = (body: NotifyMeBody) =>
  request<Message>('/content/notify-me', { method: 'POST', body });
