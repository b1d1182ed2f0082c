/**
 * Runs one piece of work, never more than once at a time: a thousand scheduled jobs of one instant are one or two runs.
 */
export interface SingleFlight {
  readonly isRunning: boolean;
  /** Joins the current run, or begins one. */
  join(): Promise<void>;
  /** A run that begins after this call: the current one may have missed what the caller knows. Callers share it. */
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
