import type { RenewReply } from '@copup/shared/auth.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from './api.ts';

export const renewSession = () => request<RenewReply>('/auth/renew', { method: 'POST' });
/** The timeout is short, because the browser deletes the session in any case. */
export const logOut = () => request<Message>('/auth/logout', { method: 'POST', timeoutMs: 2_000 });
