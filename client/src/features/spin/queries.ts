import { call } from '../../lib/calls.ts';
import { readQuery } from '../../lib/read-query.ts';

/** What the caller may do with the wheel. Read anew on each visit: another device may have spun it. */
export const spinQuery = (userId: string) =>
  readQuery(['spin', userId], (signal) => call('GET /user/spin', { signal }), {
    staleTime: 0,
    refetchOnMount: 'always',
  });
