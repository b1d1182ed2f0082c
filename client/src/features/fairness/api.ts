import { call } from '../../lib/calls.ts';

export const getProof = (kind: string, id: number, signal?: AbortSignal) =>
  call('GET /fairness/:kind/:id', { params: { kind, id }, signal });
export const getClientSeed = (signal?: AbortSignal) => call('GET /fairness/client-seed', { signal });
export const putClientSeed = (clientSeed: string) =>
  call('PUT /fairness/client-seed', { body: { client_seed: clientSeed } });
