import { Client } from 'pg';
import { type Clock, systemClock } from '../src/clock.ts';
import type { TestDatabase } from './databases.ts';

export interface MovableClock extends Clock {
  /** Moves the database's clock and this one. Statements that run afterwards read the new time. */
  moveBy(ms: number): Promise<void>;
}

/**
 * Makes `clock_timestamp()` movable for all connections that are opened afterwards: a function of the same name stands
 * before PostgreSQL's own in the search path. Defaults of columns keep PostgreSQL's own.
 */
export async function createMovableClock(database: TestDatabase): Promise<MovableClock> {
  let movedMs = 0;
  const name = new URL(database.url).pathname.slice(1);
  const query = async (text: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  await query(`CREATE SCHEMA movable_clock;
    CREATE TABLE movable_clock.moved (by interval NOT NULL);
    INSERT INTO movable_clock.moved VALUES (interval '0');
    CREATE FUNCTION movable_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM movable_clock.moved';
    ALTER DATABASE ${name} SET search_path = movable_clock, public, pg_catalog`);
  return {
    wallMs: () => systemClock.wallMs() + movedMs,
    monotonicMs: () => systemClock.monotonicMs() + movedMs,
    async moveBy(ms) {
      movedMs += ms;
      await query(`UPDATE movable_clock.moved SET by = by + ${ms} * interval '1 millisecond'`);
    },
  };
}
