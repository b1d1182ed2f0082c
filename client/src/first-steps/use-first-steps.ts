import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useQuery } from '@tanstack/react-query';
import { call, callOnce } from '../lib/calls.ts';
import { useSignedInUser } from '../lib/session.ts';

/** X15: once ever. */
export const claimWelcome = () => callOnce('welcome', 'POST /user/welcome');
export const readFirstSteps = (signal?: AbortSignal) => call('GET /user/first-steps', { signal });

/** Reads the first steps of a new player. Without a reply, nothing is shown: they are an offer, not an obligation. */
export function useFirstSteps(): FirstSteps | undefined {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['first-steps', id],
    queryFn: ({ signal }) => readFirstSteps(signal),
    staleTime: 0,
  }).data;
}
