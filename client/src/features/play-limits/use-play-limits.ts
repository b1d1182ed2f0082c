import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { useFresh } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

const keyOf = (userId: string) => ['play-limits', userId];

export function usePlayLimits() {
  const { id } = useSignedInUser();
  return useFresh(keyOf(id), (signal) => call('GET /user/limits', { signal }));
}

/** Returns a change of the limits or a break; its reply replaces what is shown. */
export function usePlayLimitsChange<Body>(change: (body: Body) => Promise<PlayLimits>, onDone: () => void) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (limits) => {
      queries.setQueryData(keyOf(id), limits);
      // A break hides what the home has read of today.
      queries.removeQueries({ queryKey: ['today', id] });
      onDone();
    },
  });
}
