import type { FirstSteps } from '@copup/shared/welcome.ts';
import { call, callOnce } from '../lib/calls.ts';
import { useFresh } from '../lib/read-query.ts';
import { useSignedInUser } from '../lib/session.ts';

/** X15: once ever. */
export const claimWelcome = () => callOnce('welcome', 'POST /user/welcome');
export const readFirstSteps = (signal?: AbortSignal) => call('GET /user/first-steps', { signal });

/** Reads the first steps of a new player. Without a reply, nothing is shown: they are an offer, not an obligation. */
export function useFirstSteps(): FirstSteps | undefined {
  const { id } = useSignedInUser();
  return useFresh(['first-steps', id], readFirstSteps).data;
}
