import type { PoolClient } from 'pg';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * What `send` gives to the connection before it first waits leaves in one piece: one write instead of one for each
 * statement, and one time for PostgreSQL to wake up. The driver itself corks its stream for each statement only.
 */
export function inOnePiece<Result>(client: PoolClient, send: () => Result): Result {
  const stream = (client as unknown as { connection?: { stream?: Corkable } }).connection?.stream;
  stream?.cork();
  try {
    return send();
  } finally {
    stream?.uncork();
  }
}
