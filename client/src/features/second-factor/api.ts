import type { FactorState, NewFactor, RecoveryCodes } from '@copup/shared/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

const path = '/admin/second-factor';
const post = <Reply>(action: string, body?: { code: string }) =>
  request<Reply>(`${path}/${action}`, { method: 'POST', body });

export const beginEnrolment = () => post<NewFactor>('enrol');
export const confirmEnrolment = (code: string) => post<RecoveryCodes>('confirm', { code });
export const renewRecoveryCodes = (code: string) => post<RecoveryCodes>('recovery-codes', { code });
export const disableFactor = (code: string) => post<FactorState>('disable', { code });

const queryKey = ['second-factor'];
export const useFactorState = () => useQuery({ queryKey, queryFn: () => request<FactorState>(path) });
export const rereadFactorState = () => queryClient.invalidateQueries({ queryKey });
