import { randomUUID } from 'node:crypto';
import type { Viewer } from '../sessions/sessions.ts';

/** Precedes the token of a visitor, so that it is never verified as one of a session. */
export const VISIT_PREFIX = 'visit.';

/** Returns the viewer of a visitor's socket (A15): of the realm of real players, with ids that no user has. */
export function visitorUntil(expiresAtMs: number): Viewer {
  const id = randomUUID();
  return {
    userId: id,
    sessionId: id,
    role: 0,
    operatorRole: null,
    realm: 0,
    username: '',
    profile: null,
    hasSecondFactor: false,
    suspendedUntilMs: null,
    authenticatedAtMs: 0,
    expiresAtMs,
  };
}
