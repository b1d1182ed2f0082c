/**
 * Runs one piece of work, never concurrently with itself: a thousand scheduled jobs of one instant cause one or two
 * runs.
 */
export interface SingleFlight {
  readonly isRunning: boolean;
  /** Joins the current run, or starts one. */
  join(): Promise<void>;
  /**
   * Returns a run that starts after this call: the current one may have read before the caller's change. Callers share
   * it.
   */
  fresh(): Promise<void>;
}

export function singleFlight(run: () => Promise<void>): SingleFlight {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    get isRunning() {
      return running !== undefined;
    },
    join: () => running ?? next ?? begin(),
    fresh() {
      if (next) return next;
      if (!running) return begin();
      next = running.then(begin, begin);
      return next;
    },
  };
}
