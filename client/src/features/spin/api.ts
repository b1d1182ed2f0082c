import type { SpinReply, SpinState } from '@copup/shared/spins.ts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { postIntent } from '../../lib/intents.ts';

/** What the caller may do with the wheel. Read anew on each visit: another device may have spun it. */
export const spinQuery = (userId: string) =>
  queryOptions({
    queryKey: ['spin', userId],
    queryFn: ({ signal }) => request<SpinState>('/user/spin', { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const unlockSpin = (passcode: string) =>
  request<SpinState>('/user/spin/unlock', { method: 'POST', body: { passcode } });

/** The server draws; the same attempt is never spun twice (P6). */
export const spinWheel = () => postIntent<SpinReply>('spin', '/user/spin');
