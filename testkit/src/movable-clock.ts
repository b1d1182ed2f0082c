import { type Clock, systemClock } from '@copup/server/clock.ts';
import type { TestDatabase } from './databases.ts';

export interface MovableClock extends Clock {
  /** Moves the database's clock and this clock. Later statements read the new time. */
  moveBy(ms: number): Promise<void>;
}

/**
 * Makes `clock_timestamp()` movable for all connections opened afterwards: a function of the same name precedes
 * PostgreSQL's own in the search path. Column defaults still use PostgreSQL's own.
 */
export async function createMovableClock(database: TestDatabase): Promise<MovableClock> {
  let movedMs = 0;
  const name = new URL(database.url).pathname.slice(1);
  await database.asOwner(`CREATE SCHEMA movable_clock;
    GRANT USAGE ON SCHEMA movable_clock TO public;
    CREATE TABLE movable_clock.moved (by interval NOT NULL);
    GRANT SELECT ON movable_clock.moved TO public;
    INSERT INTO movable_clock.moved VALUES (interval '0');
    CREATE FUNCTION movable_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM movable_clock.moved';
    ALTER DATABASE ${name} SET search_path = movable_clock, public, pg_catalog`);
  return {
    wallMs: () => systemClock.wallMs() + movedMs,
    monotonicMs: () => systemClock.monotonicMs() + movedMs,
    async moveBy(ms) {
      movedMs += ms;
      await database.asOwner(`UPDATE movable_clock.moved SET by = by + ${ms} * interval '1 millisecond'`);
    },
  };
}
