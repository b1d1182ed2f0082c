import pg from 'pg';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';

/** SQLSTATE of an error of the database, undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof pg.DatabaseError && typeof code === 'string') return code;
  // drizzle wraps what the driver threw.
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined || cause === error ? undefined : sqlState(cause);
}

/** Deadlocks and serialization failures: the database itself asks for another run. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === DEADLOCK || state === SERIALIZATION_FAILURE;
}

/** The database is away, going away or unreachable, or the line was cut; a pool that yields no connection in time too. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P') || state === '25P03';
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code))
    return true;
  const message = error instanceof Error ? error.message : '';
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Query read timeout/.test(
      message,
    )
  )
    return true;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause !== undefined && cause !== error && isConnectionLoss(cause);
}

/** The name of the constraint a statement broke. */
export function brokenConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined || cause === error ? undefined : brokenConstraint(cause);
}
