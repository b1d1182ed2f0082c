import type { PublicConfig } from '@copup/shared/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';

const withoutServer: PublicConfig = {
  google_client_id: null,
  support_email: null,
  otp_resend_s: 60,
  push_key: null,
};

export function usePublicConfig(): { config: PublicConfig; isLoading: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['config'],
    // Short, because the forms also work without it.
    queryFn: () => call('GET /config', { timeoutMs: 2_500 }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { config: data ?? withoutServer, isLoading: isPending };
}
