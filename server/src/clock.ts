/**
 * The time that a server shows and uses for limits and expiry: the database's, as measured (see createDatabaseClock).
 * Decisions about coins and ends read the database's clock under their locks instead (P7).
 */
export interface Clock {
  /** Epoch milliseconds. May jump. */
  wallMs(): number;
  /** Monotonic milliseconds since an arbitrary start. Never decreases. */
  monotonicMs(): number;
}

/** The process's own clock, for tests and benchmarks. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
