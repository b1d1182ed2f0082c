import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';

export const ownNumberQuery = (userId: string) =>
  readQuery(['client-seed', userId], (signal) => call('GET /fairness/client-seed', { signal }));

/** The number that goes into the user's draws to come. */
export function useOwnNumber() {
  const { id } = useSignedInUser();
  return useQuery(ownNumberQuery(id));
}
