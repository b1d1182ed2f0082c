import { type ErrorCode, errorStatus } from '@copup/shared/errors.ts';
import { fieldTexts } from '@copup/shared/field-texts.ts';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { outageOf, sqlState } from '../db/pg-errors.ts';
import { Refusal } from '../errors.ts';
import { leaveBodyUnread } from './unread-bodies.ts';

/** SQLSTATEs for a zero byte in a text or in JSON, which PostgreSQL cannot store. */
const ZERO_BYTE: ReadonlySet<string | undefined> = new Set(['22021', '22P05']);

/** Gives every error reply one shape: {code, message}, never a stack, SQL or a secret (R1). */
export const errors = fp(async (app: FastifyInstance) => {
  app.setErrorHandler((error: unknown, request, reply) => {
    const refusal = isAborted(request) ? abortedBody(error) : toRefusal(error);
    if (refusal.statusCode >= 500) logError(request.log, { req: request }, error, refusal);
    return sendRefusal(reply, refusal);
  });
});

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  leaveBodyUnread(reply);
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  // A reply's schema describes success; all errors have this shape.
  return reply
    .code(refusal.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(refusal.body);
}

/** Codes of Fastify and its plugins for client errors. */
const ofFastify: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_JSON', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BAD_JSON', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_JSON', 'The body does not have the length it claims.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is too large.'],
  FST_REQ_FILE_TOO_LARGE: ['BODY_TOO_LARGE', 'The file is too large.'],
  FST_FILES_LIMIT: ['BODY_TOO_LARGE', 'There are too many files.'],
  FST_PARTS_LIMIT: ['BODY_TOO_LARGE', 'There are too many parts.'],
  FST_FIELDS_LIMIT: ['BODY_TOO_LARGE', 'There are too many fields.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'This content type is not accepted.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'This content type is not accepted.'],
};
const byStatus: Record<number, [ErrorCode, string]> = {
  403: ['FORBIDDEN', 'This URL is not served.'],
  404: ['NOT_FOUND', 'Not found.'],
  405: ['METHOD_NOT_ALLOWED', 'This method is not allowed here.'],
  412: ['PRECONDITION_FAILED', 'The file has changed.'],
  413: ['BODY_TOO_LARGE', 'The body is too large.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'This content type is not accepted.'],
  416: ['RANGE_NOT_SATISFIABLE', 'The file does not have this range.'],
};

const ownTexts: ReadonlySet<string> = new Set(Object.values(fieldTexts));

/** Creates the refusal of what does not have its schema. */
export function fieldsInvalid(issues: { path: string; message: string }[]): Refusal {
  const told = issues.find(({ message }) => ownTexts.has(message));
  return new Refusal('VALIDATION_FAILED', told?.message ?? 'Some fields are invalid.', { issues });
}

/** Maps an error to the refusal for the client; INTERNAL for every error that the client did not cause. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return fieldsInvalid(
      error.validation.map(({ instancePath, message }) => ({
        path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
        message: message ?? 'is invalid',
      })),
    );
  }
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = typeof code === 'string' ? ofFastify[code] : undefined;
  if (known) return new Refusal(...known, { cause: error });
  const outage = outageOf(error);
  if (outage) {
    const message = 'The service is not available at this moment. Please try again.';
    return new Refusal(outage === 'busy' ? 'BUSY' : 'UNAVAILABLE', message, { retryAfterS: 2, cause: error });
  }
  if (ZERO_BYTE.has(sqlState(error))) {
    return new Refusal('VALIDATION_FAILED', 'A text contains characters that cannot be stored.', {
      cause: error,
    });
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    const [code, message] = byStatus[statusCode] ?? ['VALIDATION_FAILED', 'The request is invalid.'];
    return new Refusal(code, message, { cause: error });
  }
  return new Refusal('INTERNAL', 'An internal error occurred. Please try again later.', { cause: error });
}

/**
 * Returns whether the client closed the connection before its request was complete, which looks like a lost connection
 * to the database.
 */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** The client cannot read this reply; it keeps client errors out of the log of server errors. */
function abortedBody(error: unknown): Refusal {
  return new Refusal('BAD_REQUEST', 'The request was cut off.', { cause: error });
}

/** Logs an overload or an unavailable database without a stack, as expected; all other errors with one. */
export function logError(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  of: object,
  error: unknown,
  refusal: Refusal,
): void {
  const isExpected = refusal.statusCode === errorStatus.UNAVAILABLE;
  log[isExpected ? 'warn' : 'error']({ err: isExpected ? refusal : error, ...of }, 'request failed');
}
