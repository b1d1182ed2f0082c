import pg from 'pg';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const READ_ONLY = '25006';
const IDLE_IN_TRANSACTION = '25P03';
export const UNIQUE_VIOLATION = '23505';
export const CHECK_VIOLATION = '23514';

/**
 * SQLSTATEs of a database that cannot serve requests: 08 connection, 25006 read-only, 25P03 and 25P04 a terminated
 * transaction, 28 and 3D000 no access, 53 no connections, disk or memory left, 57P shutdown or startup, 58 system
 * error.
 */
const UNAVAILABLE = /^(08|25006|25P03|25P04|28|3D000|53|57P|58)/;

/** The server of a connection is not the one to use: a standby, or a primary from before a promotion. */
export class WrongServer extends Error {}

/** Returns the SQLSTATE of a database error, undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof pg.DatabaseError && typeof code === 'string') return code;
  // drizzle wraps the driver's error.
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined || cause === error ? undefined : sqlState(cause);
}

/**
 * Returns whether a retry resolves the error: a deadlock, a serialization failure, or a transaction that this process was too
 * busy to continue in time.
 */
export function isRetryable(error: unknown): boolean {
  return [DEADLOCK, SERIALIZATION_FAILURE, IDLE_IN_TRANSACTION].includes(sqlState(error) ?? '');
}

/**
 * Classifies errors that are independent of the request: `unavailable` when the database serves no requests or accepts
 * no writes, `busy` when a lock or a statement took too long. Returns undefined for all others. Every reply, batch and
 * job uses it.
 */
export function outageOf(error: unknown): 'unavailable' | 'busy' | undefined {
  const state = sqlState(error) ?? '';
  if (UNAVAILABLE.test(state) || isConnectionLoss(error)) return 'unavailable';
  return isRetryable(error) || state === LOCK_NOT_AVAILABLE || state === QUERY_CANCELED ? 'busy' : undefined;
}

/**
 * Returns whether the database is unavailable or shutting down, the connection was lost or led to the wrong server, or
 * the pool yielded no connection in time.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof WrongServer) return true;
  const state = sqlState(error);
  if (state !== undefined)
    return state.startsWith('08') || state.startsWith('57P') || /^25P0[34]/.test(state);
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

/** Returns whether the connection must be replaced: it is lost, or its server accepts no writes any more. */
export const endsConnection = (error: unknown): boolean =>
  isConnectionLoss(error) || sqlState(error) === READ_ONLY;

/** Returns the name of the violated constraint. */
export function brokenConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint;
  const cause = (error as { cause?: unknown } | null)?.cause;
  return cause === undefined || cause === error ? undefined : brokenConstraint(cause);
}
