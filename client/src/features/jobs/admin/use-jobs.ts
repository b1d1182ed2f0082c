import type { AdminJobs } from '@copup/shared/jobs.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useOverview } from '../../../console/use-overview.ts';
import { request } from '../../../lib/api.ts';

const key = ['admin-jobs'];

/** Reads the jobs, and again when their counts in the overview change. */
export function useJobs() {
  const client = useQueryClient();
  const counts = JSON.stringify(useOverview()?.jobs ?? null);
  const seen = useRef(counts);
  useEffect(() => {
    if (seen.current === counts) return;
    seen.current = counts;
    void client.invalidateQueries({ queryKey: key });
  }, [counts, client]);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<AdminJobs>('/admin/jobs', { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useReloadJobs(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: key });
}
