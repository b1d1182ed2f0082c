import { defineCalls } from '../call.ts';
import {
  AdminPlayLimits,
  PlayLimits,
  PlayLimitsBody,
  PlaySession,
  SelfExclusionBody,
  TimeOutBody,
} from '../play-limits.ts';
import { UuidParams } from '../wire.ts';

const read = { access: 'player', limit: 'read' } as const;
const write = { access: 'player', limit: 'playLimits', isForSuspended: true } as const;

/** What operators see of a player's settings (G4). There is no call that changes them. */
export const playLimitsAdminCalls = defineCalls('operators: users', {
  'GET /admin/users/:id/play-limits': {
    summary: 'Limits and breaks of a player, with the last changes; read only (G4)',
    params: UuidParams,
    reply: AdminPlayLimits,
  },
});

/** Limits, breaks and the reminder of the signed-in player (G1 to G3). */
export const playLimitsCalls = defineCalls('responsible play', {
  'GET /user/limits': {
    summary: 'Own limits, break and result of this month',
    ...read,
    reply: PlayLimits,
  },
  'PUT /user/limits': {
    summary: 'Changes limits: a lower one at once, a higher one or none after 24 hours (G1)',
    ...write,
    body: PlayLimitsBody,
    reply: PlayLimits,
  },
  'POST /user/time-out': {
    summary: 'Takes a time-out of 1 to 42 days, which cannot be shortened (G2)',
    ...write,
    errors: ['BREAK_IS_LONGER'],
    body: TimeOutBody,
    reply: PlayLimits,
  },
  'POST /user/self-exclusion': {
    summary: 'Excludes the player from play for 6 months or for good; cannot be undone (G2)',
    ...write,
    errors: ['BREAK_IS_LONGER', 'REAUTH_NEEDED'],
    body: SelfExclusionBody,
    reply: PlayLimits,
  },
  'GET /user/play-session': {
    summary: 'Time played without a longer pause, and the result of that time (G3)',
    ...read,
    reply: PlaySession,
  },
});
