import type { PlayLimitsBody, SelfExclusionBody, TimeOutBody } from '@copup/shared/play-limits.ts';
import { call } from '../../lib/calls.ts';

export const readLimits = (signal?: AbortSignal) => call('GET /user/limits', { signal });
export const changeLimits = (body: PlayLimitsBody) => call('PUT /user/limits', { body });
export const takeTimeOut = (body: TimeOutBody) => call('POST /user/time-out', { body });
export const excludeSelf = (body: SelfExclusionBody) => call('POST /user/self-exclusion', { body });
export const readPlaySession = (signal?: AbortSignal) => call('GET /user/play-session', { signal });
