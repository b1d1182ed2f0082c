import type { PoolClient } from 'pg';
import type { Database } from '../src/db/database.ts';

/**
 * A fault injected into a statement: an error of PostgreSQL instead of it, or a connection lost before it is sent or
 * after it ran.
 */
export type StatementFault = { sqlState: string } | 'cut-before' | 'cut-after';

export interface FaultyDatabase extends Database {
  /** Texts or names of the statements that transactions sent, in order. */
  readonly statements: string[];
  /** Number of round trips: how often a connection without an outstanding reply was given statements. */
  trips: number;
  /** Called for each statement of a pooled connection, numbered from 0, except ROLLBACK. */
  fault: (nth: number, statement: string) => StatementFault | undefined;
}

/** Wraps a database with connections into which the test injects faults of PostgreSQL and of the socket. */
export function faultyDatabase(db: Database): FaultyDatabase {
  const pool = Object.create(db.pool, {
    connect: { value: async () => wrap(await db.pool.connect()) },
    // The pool's own query would be called through `connect` above, with a callback.
    query: { value: db.pool.query.bind(db.pool), writable: true },
  });
  const faulty: FaultyDatabase = Object.assign(Object.create(db), {
    pool,
    statements: [],
    trips: 0,
    fault: () => undefined,
  });

  function wrap(client: PoolClient): PoolClient {
    let unanswered = 0;
    const counted = async (target: PoolClient, args: unknown[]) => {
      if (unanswered === 0) faulty.trips += 1;
      unanswered += 1;
      try {
        return await query(target, args);
      } finally {
        unanswered -= 1;
      }
    };
    return new Proxy(client, {
      get(target, property) {
        if (property === 'query') return (...args: unknown[]) => counted(target, args);
        const value = Reflect.get(target, property);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async function query(client: PoolClient, args: unknown[]): Promise<unknown> {
    const run = () => (client.query as (...all: unknown[]) => Promise<unknown>)(...args);
    const [first] = args as [string | { name?: string; text: string }];
    const statement = typeof first === 'string' ? first : (first.name ?? first.text);
    if (statement === 'ROLLBACK') return run();
    const nth = faulty.statements.push(statement) - 1;
    const fault = faulty.fault(nth, statement);
    if (fault === undefined) return run();
    if (typeof fault === 'object') {
      return client.query(
        `DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '${fault.sqlState}'; END $$`,
      );
    }
    if (fault === 'cut-after') await run();
    cut(client);
    return run();
  }
  return faulty;
}

function cut(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
