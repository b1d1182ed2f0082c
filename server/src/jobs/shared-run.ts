import { singleFlight } from '../single-flight.ts';
import { runTraced, type Span, tracer } from '../tracing.ts';

/**
 * Returns work that never runs concurrently with itself: a call waits for a run that starts after it, and shares it
 * with the other calls that wait. The run is recorded in the trace of each of these callers.
 */
export function sharedRun(name: string, run: () => Promise<void>): () => Promise<void> {
  const callers: Span[] = [];
  const { fresh } = singleFlight(() => (tracer ? runForCallers(name, callers.splice(0), run) : run()));
  return () => {
    const caller = tracer?.current();
    if (caller) callers.push(caller);
    return fresh();
  };
}

/** The trace of the run starts with its first transaction: most runs of sweeps find nothing due. */
async function runForCallers(
  name: string,
  callers: readonly Span[],
  run: () => Promise<void>,
): Promise<void> {
  const span = tracer?.shared(`run ${name}`, callers, { 'run.callers': callers.length }, true);
  await (span ? runTraced(span, run) : tracer?.run(undefined, run));
}
