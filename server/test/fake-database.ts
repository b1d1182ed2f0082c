import pg from 'pg';
import type { Database } from '../src/db/database.ts';
import { Replication } from '../src/db/replication.ts';

/** A fault injected into one statement: an error thrown instead of running it; for COMMIT also after it took effect. */
export type Fault = { error: Error; afterEffect?: boolean };

export interface FakeDatabase extends Database {
  /** Effects of committed transactions, in order of commit. */
  readonly effects: unknown[];
  readonly statements: string[];
  /** The number of open transactions now, and its maximum so far. */
  open: number;
  mostOpen: number;
  transactions: number;
  /** Called before each statement of a transaction; may wait. */
  before: (statement: string, transaction: number) => Promise<Fault | undefined> | Fault | undefined;
  /** After a restart of the server, transaction ids are meaningless. */
  hasRestarted: boolean;
  /** The reply of `pg_xact_status`; by default the real status. */
  statusOf: (transaction: number) => 'committed' | 'aborted' | 'in progress' | undefined;
}

/**
 * A fake of PostgreSQL for tests in which only transactions matter, not rows: `client.query('effect', [x])` takes
 * effect with the COMMIT. The test injects errors and waits.
 */
export function fakeDatabase(poolSize = 8): FakeDatabase {
  const outcomes = new Map<number, 'committed' | 'aborted'>();
  let count = 0;

  function connect() {
    let transaction = 0;
    let pending: unknown[] = [];
    const query = async (query: string | { name?: string; text: string }, values: unknown[] = []) => {
      const text = typeof query === 'string' ? query : (query.name ?? query.text);
      db.statements.push(text);
      if (text === 'BEGIN') {
        count += 1;
        transaction = count;
        pending = [];
        db.transactions += 1;
        db.open += 1;
        db.mostOpen = Math.max(db.mostOpen, db.open);
      }
      const fault = await db.before(text, transaction);
      if (fault && !(text === 'COMMIT' && fault.afterEffect)) {
        if (text === 'COMMIT') outcomes.set(transaction, 'aborted');
        throw fault.error;
      }
      if (text === 'effect') pending.push(values[0]);
      if (text === 'COMMIT') {
        db.effects.push(...pending);
        outcomes.set(transaction, 'committed');
      }
      if (text === 'ROLLBACK') outcomes.set(transaction, 'aborted');
      if (fault) throw fault.error;
      if (text === 'tx-clock' || text === 'tx-identify')
        return { command: 'SELECT', rows: [{ now: new Date(), xid: String(transaction) }] };
      return { command: text, rows: [] };
    };
    return {
      query,
      on: () => {},
      off: () => {},
      release: () => {
        if (transaction > 0) db.open -= 1;
      },
    };
  }

  const pool = {
    options: { max: poolSize },
    connect: async () => connect(),
    query: async (_text: unknown, [xid]: unknown[] = []) => ({
      rows: [{ status: db.statusOf(Number(xid)), run: db.hasRestarted ? 'a later run' : '' }],
    }),
  };
  const db: FakeDatabase = {
    pool: pool as unknown as pg.Pool,
    get orm(): never {
      throw new Error('the fake has no tables');
    },
    get primary(): never {
      throw new Error('the fake has no servers');
    },
    replication: new Replication(() => {
      throw new Error('the fake has no standby');
    }),
    onCommit: () => {},
    close: async () => {},
    effects: [],
    statements: [],
    open: 0,
    mostOpen: 0,
    transactions: 0,
    before: () => undefined,
    hasRestarted: false,
    statusOf: (transaction) => outcomes.get(transaction),
  };
  return db;
}

/** Creates an error as PostgreSQL sends it. */
export function databaseError(code: string, message = `error ${code}`): Error {
  const error = new pg.DatabaseError(message, 0, 'error');
  error.code = code;
  return error;
}

/** Creates the error of a lost connection. */
export function lostConnection(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
