import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { getClientSeed } from './api.ts';

export const ownNumberQuery = (userId: string) =>
  queryOptions({ queryKey: ['client-seed', userId], queryFn: ({ signal }) => getClientSeed(signal) });

/** The number that goes into the user's draws to come. */
export function useOwnNumber() {
  const { id } = useSignedInUser();
  return useQuery(ownNumberQuery(id));
}
