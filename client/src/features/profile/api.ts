import type { Referrals } from '@copup/shared/people.ts';
import type { Message } from '@copup/shared/wire.ts';
import { requestWithHeaders } from '../../lib/api.ts';
import { call } from '../../lib/calls.ts';

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
  return call('PUT /user/profile', { body, ...(picture && { timeoutMs: uploadTimeoutMs }) });
}

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
