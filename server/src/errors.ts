import { type ErrorCode, errorStatus } from '@copup/shared/errors.ts';
import type { ErrorReply } from '@copup/shared/wire.ts';

export interface RefusalOptions {
  /** Part of the reply: what a client needs to continue. */
  details?: Record<string, unknown>;
  /** With VALIDATION_FAILED: path and message of each invalid field, as for a schema. */
  issues?: { path: string; message: string }[];
  /** Sent as `Retry-After`, rounded up to whole seconds. */
  retryAfterS?: number;
  cause?: unknown;
}

/** An expected refusal with a code of the shared list and a sentence for the user. Must not contain a secret. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: Record<string, unknown> | undefined;
  readonly issues: { path: string; message: string }[] | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.statusCode = errorStatus[code];
    this.details = options.details;
    this.issues = options.issues;
    const { retryAfterS } = options;
    this.retryAfterS = retryAfterS === undefined ? undefined : Math.max(1, Math.ceil(retryAfterS));
  }

  /** What the client receives, over HTTP and over the socket. */
  get body(): ErrorReply {
    const { code, message, issues, details } = this;
    return { code, message, ...(issues && { issues }), ...(details && { details }) };
  }
}

/** Throws when an invariant of code or data is violated; answered as INTERNAL and logged in full. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant violated: ${message}`);
}
