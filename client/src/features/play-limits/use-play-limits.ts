import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { readLimits } from './api.ts';

const keyOf = (userId: string) => ['play-limits', userId];

/** The player's limits, break and result. */
export function usePlayLimits() {
  const { id } = useSignedInUser();
  return useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => readLimits(signal), staleTime: 0 });
}

/** Returns a change of the limits or a break; its reply replaces what is shown. */
export function usePlayLimitsChange<Body>(change: (body: Body) => Promise<PlayLimits>, onDone: () => void) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (limits) => {
      queries.setQueryData(keyOf(id), limits);
      onDone();
    },
  });
}
