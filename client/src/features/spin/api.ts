import { queryOptions } from '@tanstack/react-query';
import { call, callOnce } from '../../lib/calls.ts';

/** What the caller may do with the wheel. Read anew on each visit: another device may have spun it. */
export const spinQuery = (userId: string) =>
  queryOptions({
    queryKey: ['spin', userId],
    queryFn: ({ signal }) => call('GET /user/spin', { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const unlockSpin = (passcode: string) => call('POST /user/spin/unlock', { body: { passcode } });

/** The server draws; the same attempt is never spun twice (P6). */
export const spinWheel = () => callOnce('spin', 'POST /user/spin');
