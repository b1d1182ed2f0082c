import type { EndSessionsBody, OwnSessions } from '@copup/shared/auth.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request } from '../../lib/api.ts';

export const listOwnSessions = (signal?: AbortSignal) => request<OwnSessions>('/auth/sessions', { signal });
export const endSession = (id: string) => request<Message>(`/auth/sessions/${id}`, { method: 'DELETE' });
export const endSessions = (which: EndSessionsBody['which']) =>
  request<Message>('/auth/sessions/end', { method: 'POST', body: { which } });
