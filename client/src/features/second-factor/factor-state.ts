import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { queryClient } from '../../lib/query-client.ts';

const queryKey = ['second-factor'];
export const useFactorState = () => useQuery({ queryKey, queryFn: () => call('GET /admin/second-factor') });
export const rereadFactorState = () => queryClient.invalidateQueries({ queryKey });
