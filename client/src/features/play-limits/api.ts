import type {
  PlayLimits,
  PlayLimitsBody,
  PlaySession,
  SelfExclusionBody,
  TimeOutBody,
} from '@copup/shared/play-limits.ts';
import { request } from '../../lib/api.ts';

export const readLimits = (signal?: AbortSignal) => request<PlayLimits>('/user/limits', { signal });
export const changeLimits = (body: PlayLimitsBody) =>
  request<PlayLimits>('/user/limits', { method: 'PUT', body });
export const takeTimeOut = (body: TimeOutBody) =>
  request<PlayLimits>('/user/time-out', { method: 'POST', body });
export const excludeSelf = (body: SelfExclusionBody) =>
  request<PlayLimits>('/user/self-exclusion', { method: 'POST', body });
export const readPlaySession = (signal?: AbortSignal) =>
  request<PlaySession>('/user/play-session', { signal });
