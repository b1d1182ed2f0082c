/** Time of this process. Decisions about money and ends take the database's clock instead (P7). */
export interface Clock {
  /** Epoch milliseconds. May jump. */
  wallMs(): number;
  /** Milliseconds since some start. Never goes back. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
