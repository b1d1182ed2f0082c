import type { Access } from '@copup/shared/call.ts';
import { type ErrorCode, errorStatus } from '@copup/shared/errors.ts';
import type { RouteOptions } from 'fastify';
import { ZodObject } from 'zod';
import { hasDeadline } from './reply-in-time.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Codes with which the route's command refuses. Codes that follow from access, method and headers are added to the
     * document automatically.
     */
    errors?: readonly ErrorCode[];
  }
}

/** Codes of every route: an invalid request, the rate limit, an overload, no database, an internal error. */
const ofAll: readonly ErrorCode[] = ['BAD_REQUEST', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE', 'INTERNAL'];
const signedIn: readonly ErrorCode[] = ['NOT_SIGNED_IN', 'SESSION_ENDED'];
const ofAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  user: signedIn,
  player: [...signedIn, 'OPERATORS_CANNOT_PLAY'],
  operator: [...signedIn, 'FORBIDDEN'],
};
/** Codes of writing routes: a foreign origin, an invalid body, a COMMIT without a reply or without a standby. */
const ofCommands: readonly ErrorCode[] = [
  'FORBIDDEN',
  'VALIDATION_FAILED',
  'BAD_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'OUTCOME_UNKNOWN',
  'NO_STANDBY',
];
const ofIdempotencyKeys: readonly ErrorCode[] = ['BAD_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED'];

/** Returns whether the route's headers include the Idempotency-Key (P6). */
const hasIdempotencyKey = (headers: unknown): boolean =>
  headers instanceof ZodObject && 'idempotency-key' in headers.shape;

/** Returns every code that the route may reply with, by status, both in ascending order. */
export function errorsByStatus(route: RouteOptions): Map<number, ErrorCode[]> {
  const { method, config, schema } = route;
  const isRead = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
  const { access = 'user', errors = [], needsRecentSignIn, isForEnrolment, isStopped, right } = config ?? {};
  const codes = new Set([
    ...ofAll,
    ...ofAccess[access],
    ...(access === 'operator' && !isForEnrolment ? (['SECOND_FACTOR_REQUIRED'] as const) : []),
    ...(right ? (['RIGHT_NEEDED'] as const) : []),
    ...(isStopped ? (['SUSPENDED'] as const) : []),
    ...(needsRecentSignIn ? (['REAUTH_NEEDED'] as const) : []),
    ...(isRead ? [] : ofCommands),
    ...(hasDeadline(route) ? (['DEADLINE_PASSED'] as const) : []),
    ...(schema?.params || schema?.querystring || schema?.headers ? (['VALIDATION_FAILED'] as const) : []),
    ...(hasIdempotencyKey(schema?.headers) ? ofIdempotencyKeys : []),
    ...errors,
  ]);
  const sorted = [...codes].sort(
    (one, other) => errorStatus[one] - errorStatus[other] || (one < other ? -1 : 1),
  );
  return Map.groupBy(sorted, (code) => errorStatus[code]);
}
