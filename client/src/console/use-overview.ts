import type { OperatorOverview } from '@copup/shared/console.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../lib/api.ts';

export const overviewKey = ['operator-overview'];

/** Returns what waits in each queue. Read when the console is opened or shown again, and after each decision. */
export function useOverview(): OperatorOverview | undefined {
  const { data } = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => request<OperatorOverview>('/admin/overview', { signal }),
    refetchOnWindowFocus: 'always',
  });
  return data;
}
