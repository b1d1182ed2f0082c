import type { ErrorCode } from '@copup/shared/errors.ts';

export type Issue = { path: string; message: string };

/** A refusal of the server, or a failed connection; `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'UNKNOWN';
  readonly issues: Issue[];
  readonly details: Record<string, unknown>;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    facts: {
      status: number;
      code: ApiError['code'];
      issues?: Issue[] | undefined;
      details?: Record<string, unknown> | undefined;
      retryAfterMs?: number | null;
    },
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.issues = facts.issues ?? [];
    this.details = facts.details ?? {};
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }

  /** Whether the command may have been executed; only a retry with the same key returns the outcome. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** The specification's generic texts for requests without a reply of the API. */
export const networkErrorText = 'Network Error';
export const timeoutText = 'timeout exceeded';
export const abortedText = 'Request aborted';
export const statusText = (status: number) => `Request failed with status code ${status}`;

/** Returns the message of an ApiError, or `otherwise` for other errors. */
export function messageOf(error: unknown, otherwise: string): string {
  const isTold = error instanceof ApiError && error.code !== 'UNKNOWN' && error.message !== '';
  return isTold ? error.message : otherwise;
}

/** Returns the server's message about a field, if there is one. */
export function issueOf(error: unknown, path: string): string | undefined {
  return error instanceof ApiError ? error.issues.find((issue) => issue.path === path)?.message : undefined;
}
