/**
 * The time a server shows, limits and expires by: the database's, as measured (see createDatabaseClock). Decisions about
 * money and ends read the database's clock under their locks instead (P7).
 */
export interface Clock {
  /** Epoch milliseconds. May jump. */
  wallMs(): number;
  /** Milliseconds since some start. Never goes back. */
  monotonicMs(): number;
}

/** The process's own, for tests and benchmarks. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
