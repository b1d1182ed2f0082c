import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import { request } from '../../lib/api.ts';

export const getProof = (kind: string, id: number, signal?: AbortSignal) =>
  request<FairnessReply>(`/fairness/${kind}/${id}`, { signal });
export const getClientSeed = (signal?: AbortSignal) =>
  request<{ client_seed: string | null }>('/fairness/client-seed', { signal });
export const putClientSeed = (clientSeed: string) =>
  request<{ client_seed: string }>('/fairness/client-seed', {
    method: 'PUT',
    body: { client_seed: clientSeed },
  });
