import type { DeleteAccountBody, DeletionPreview, Referrals } from '@copup/shared/people.ts';
import type { Message } from '@copup/shared/wire.ts';
import { request, requestWithHeaders } from '../../lib/api.ts';

export interface ProfileForm {
  full_name: string;
  username: string;
  email: string;
  /** A new picture; null removes the present one, undefined keeps it. */
  picture?: File | null | undefined;
}

/** Long enough for 5 MB over a slow mobile connection. */
const uploadTimeoutMs = 120_000;

export function saveProfile({ picture, ...fields }: ProfileForm): Promise<Message> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (picture) body.set('profile', picture);
  if (picture === null) body.set('remove_profile', 'true');
  return request('/user/profile', { method: 'PUT', body, ...(picture && { timeoutMs: uploadTimeoutMs }) });
}

export const confirmEmail = (code: string) =>
  request<Message>('/user/profile/confirm-email', { method: 'POST', body: { code } });

export const previewDeletion = (signal?: AbortSignal) =>
  request<DeletionPreview>('/user/deletion-preview', { signal });
export const deleteAccount = (body: DeleteAccountBody) =>
  request<Message>('/user/delete', { method: 'DELETE', body });

export interface ReferralPage {
  users: Referrals;
  total: number;
  next: string | null;
}

export async function listReferrals(before: string | undefined, signal?: AbortSignal): Promise<ReferralPage> {
  const { reply, headers } = await requestWithHeaders<Referrals>(
    `/user/referrals?limit=50${before ? `&before=${before}` : ''}`,
    { signal },
  );
  return {
    users: reply,
    total: Number(headers.get('x-total-count')) || reply.length,
    next: headers.get('x-next-cursor'),
  };
}
