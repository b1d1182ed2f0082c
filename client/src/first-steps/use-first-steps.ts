import type { FirstSteps } from '@copup/shared/welcome.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { useSignedInUser } from '../lib/session.ts';

/** Reads the first steps of a new player. Without a reply, nothing is shown: they are an offer, not an obligation. */
export function useFirstSteps(): FirstSteps | undefined {
  const { id } = useSignedInUser();
  return useQuery({
    queryKey: ['first-steps', id],
    queryFn: ({ signal }) => request<FirstSteps>('/user/first-steps', { signal }),
    staleTime: 0,
  }).data;
}
