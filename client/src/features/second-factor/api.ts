import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { queryClient } from '../../lib/query-client.ts';

export const beginEnrolment = () => call('POST /admin/second-factor/enrol');
export const confirmEnrolment = (code: string) =>
  call('POST /admin/second-factor/confirm', { body: { code } });
export const renewRecoveryCodes = (code: string) =>
  call('POST /admin/second-factor/recovery-codes', { body: { code } });
export const disableFactor = (code: string) => call('POST /admin/second-factor/disable', { body: { code } });

const queryKey = ['second-factor'];
export const useFactorState = () => useQuery({ queryKey, queryFn: () => call('GET /admin/second-factor') });
export const rereadFactorState = () => queryClient.invalidateQueries({ queryKey });
